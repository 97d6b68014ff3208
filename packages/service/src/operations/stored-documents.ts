import type { CallContext } from '../base/call-context.ts';

/** A saved report: a query in the language of the surface that can run it, which is GraphQL, with its variables. */
export type StoredDocument = { document: string; variables: Record<string, unknown> };

/** `data` has the parts of the answer. `errors` has one entry for each part without an answer. */
export type DocumentResult = {
  data: Record<string, unknown> | null;
  errors?: readonly { message: string; code: string; path?: readonly (string | number)[] }[];
};

/**
 * The functions of a surface that reports need. The service knows no surface, so the gateway hands this to it
 * (`surface/document-engine.ts`).
 */
export type Documents = {
  /** Throws `Invalid Request` unless it is a valid query with matching variables. */
  check(document: StoredDocument): void;
  /** Executes the query on behalf of the caller, with the scopes and the rate limit of `call`. */
  run(document: StoredDocument, call: CallContext): Promise<DocumentResult>;
};
