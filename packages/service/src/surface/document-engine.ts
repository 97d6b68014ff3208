import type { CallContext } from '../base/call-context.ts';
import { OutturnError } from '../base/errors.ts';
import type { DocumentResult, Documents, StoredDocument } from '../operations/stored-documents.ts';
import type { Service } from './service-api.ts';

/** Supplied by the surface that speaks the language. */
export type DocumentEngine = Pick<Documents, 'check'> & {
  run(document: StoredDocument, as: { service: Service; call: CallContext }): Promise<DocumentResult>;
};

export const noDocuments: DocumentEngine = {
  check() {
    throw unavailable();
  },
  run: () => Promise.reject(unavailable()),
};

function unavailable(): OutturnError {
  return new OutturnError('Invalid Request', { message: 'Reports are not available here.' });
}
