import type { CallContext } from '../base/call-context.ts';

/** In the language of the surface that answers. */
export type StoredDocument = { document: string; variables: Record<string, unknown> };

/** `errors` has one entry per part without an answer. */
export type DocumentResult = {
  data: Record<string, unknown> | null;
  errors?: readonly { message: string; code: string; path?: readonly (string | number)[] }[];
};

export type Documents = {
  /** Throws `Invalid Request` unless it is a valid query with matching variables. */
  check(document: StoredDocument): void;
  run(document: StoredDocument, call: CallContext): Promise<DocumentResult>;
};
