/** Reads a request's body as text of at most `limit` bytes. The server provides it; surfaces share its rules. */
export type ReadText = (request: Request, limit: number) => Promise<string>;

/** Largest bodies, in bytes. */
export const bodyLimits = {
  /** One record or command. */
  single: 1024 ** 2,
  /** A batch of records, on any surface. */
  batch: 8 * 1024 ** 2,
  /** A GraphQL document with its variables. */
  document: 256 * 1024,
};
