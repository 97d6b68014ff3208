import type { CallContext } from '../base/call-context.ts';

/** A question in the language of the surface that answers it, as a report keeps it. */
export type StoredDocument = { document: string; variables: Record<string, unknown> };

/** What a document answers: data, and one error for every part of it that could not be answered. */
export type DocumentResult = {
  data: Record<string, unknown> | null;
  errors?: readonly { message: string; code: string; path?: readonly (string | number)[] }[];
};

/** Checks and runs the documents of reports, in the name of a caller. */
export type Documents = {
  /** Throws `Invalid Request` for what cannot be a report: not a query, unknown fields, variables of the wrong type. */
  check(document: StoredDocument): void;
  run(document: StoredDocument, call: CallContext): Promise<DocumentResult>;
};
