import { invalidRequest } from '../base/errors.ts';
import { toIsoInstant } from '../base/instants.ts';
import { RecordId } from '../schema/record-id.ts';

/** `list`: name of the operation. A cursor stays valid when filters change. */
export type ListOrder = { list: string; sort: string };

/** Sort value and id of the last item of a page. */
export type CursorPosition = { value: string; id: string };

const separator = '\n';

export function encodeCursor({ list, sort }: ListOrder, { value, id }: CursorPosition): string {
  return Buffer.from([list, sort, value, id].join(separator)).toString('base64url');
}

/** Throws `Invalid Request` for another list or sort, or values that PostgreSQL cannot read. */
export function decodeCursor(cursor: string, { list, sort }: ListOrder): CursorPosition {
  const [cursorList, cursorSort, value = '', id = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(separator);
  const isValue = isById(sort) ? isId(value) : isInstant(value);
  const isOfList = cursorList === list && cursorSort === sort;
  if (isOfList && isValue && isId(id) && rest.length === 0) return { value, id };
  throw invalidRequest([{ field: 'cursor', message: 'is not a cursor of this list with this sort' }]);
}

export function isById(sort: string): boolean {
  return sort.replace('-', '') === 'id';
}

function isId(value: string): boolean {
  return RecordId.safeParse(value).success;
}

/** JavaScript reads February 30 as March 1. */
function isInstant(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false;
  const date = new Date(toIsoInstant(value));
  return !Number.isNaN(date.getTime()) && date.toISOString() === toIsoInstant(value);
}
