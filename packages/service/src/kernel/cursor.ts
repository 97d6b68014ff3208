import { RecordId } from './schema/record-id.ts';
import { invalidRequest } from './schema/validate.ts';

/** An opaque cursor: where a page ended. */
export function encodeCursor(lastId: string): string {
  return Buffer.from(lastId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id behind a cursor. Throws `Invalid Request` for anything that we did not make. */
export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (RecordId.safeParse(id).success && encodeCursor(id) === cursor) return id;
  throw invalidRequest([{ field: 'cursor', message: 'is not a cursor of this list' }]);
}
