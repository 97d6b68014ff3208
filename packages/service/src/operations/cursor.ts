import { invalidRequest } from '../base/errors.ts';
import { toIsoInstant } from '../base/instants.ts';
import { RecordId } from '../schema/record-id.ts';

/** A list in an order. Lists of the same records, however they are filtered, have the same name. */
export type ListOrder = { list: string; sort: string };

/** Where a page of it ended: at which value of the sort column, and at which id. */
export type CursorPosition = { value: string; id: string };

const separator = '\n';

/** An opaque cursor. */
export function encodeCursor({ list, sort }: ListOrder, { value, id }: CursorPosition): string {
  return Buffer.from([list, sort, value, id].join(separator)).toString('base64url');
}

/**
 * The position behind a cursor. Throws `Invalid Request` for a cursor of another list or sort, or of nobody: whatever it
 * holds, PostgreSQL must be able to read it.
 */
export function decodeCursor(cursor: string, { list, sort }: ListOrder): CursorPosition {
  const [cursorList, cursorSort, value = '', id = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(separator);
  const isValue = isById(sort) ? isId(value) : isInstant(value);
  const isOfList = cursorList === list && cursorSort === sort;
  if (isOfList && isValue && isId(id) && rest.length === 0) return { value, id };
  throw invalidRequest([{ field: 'cursor', message: 'is not a cursor of this list with this sort' }]);
}

/** Whether a sort is by the id alone, in either direction. */
export function isById(sort: string): boolean {
  return sort.replace('-', '') === 'id';
}

function isId(value: string): boolean {
  return RecordId.safeParse(value).success;
}

/** PostgreSQL's text of an instant that exists: JavaScript would take February 30 for March 1. */
function isInstant(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false;
  const date = new Date(toIsoInstant(value));
  return !Number.isNaN(date.getTime()) && date.toISOString() === toIsoInstant(value);
}
