import type { CallContext } from './kernel/context.ts';

/** What the server gives a surface with each request, beside the request itself. */
export type Exchange = {
  call: CallContext;
  /** A header of the request, by its name in lower case; absent where no HTTP request is behind the exchange. */
  header?(name: string): string | undefined;
  /** The body as text. Rejects with `Invalid Request` past `limit` bytes, and `Invalid JSON` for what is not UTF-8. */
  readText(limit: number): Promise<string>;
  /** Headers of the answer, whichever surface gives it. A plain object keeps the server on its quick path. */
  headers: Record<string, string>;
};

/** Largest bodies, in bytes. */
export const bodyLimits = {
  /** One record or command. */
  single: 1024 ** 2,
  /** A batch of records, on any surface. */
  batch: 8 * 1024 ** 2,
  /** A GraphQL document with its variables. */
  document: 256 * 1024,
};
