import { invalidRequest } from '../base/errors.ts';
import { toIsoInstant } from '../base/instants.ts';
import { RecordId } from '../schema/record-id.ts';

/**
 * `list` names the list that issued the cursor, for example its table. A cursor of another list or another sort is
 * refused; filters may change from page to page.
 */
export type ListOrder = { list: string; sort: string };

/**
 * The place behind the last item of a page: the value of the column that the list is sorted by, and the id, which
 * decides between equal values. For a list by id both are the id.
 */
export type CursorPosition = { value: string; id: string };

/** None of the parts can have a line feed. */
const separator = '\n';

/** An opaque text for clients, with the list and the sort that it belongs to. */
export function encodeCursor({ list, sort }: ListOrder, { value, id }: CursorPosition): string {
  return Buffer.from([list, sort, value, id].join(separator)).toString('base64url');
}

/**
 * Throws `Invalid Request` for a cursor of another list or another sort, and for a text that was not made here: its
 * values go into SQL and must be ids and times that PostgreSQL can read.
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

export function isById(sort: string): boolean {
  return sort.replace('-', '') === 'id';
}

function isId(value: string): boolean {
  return RecordId.safeParse(value).success;
}

/**
 * A time as PostgreSQL writes it in UTC. JavaScript reads February 30 as March 1, so the date is written again and
 * compared.
 */
function isInstant(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false;
  const date = new Date(toIsoInstant(value));
  return !Number.isNaN(date.getTime()) && date.toISOString() === toIsoInstant(value);
}
