import type { ListConditions } from '../../database/conditions.ts';
import type { LedgerKind } from '../../kinds/record-kind.ts';
import { type CursorPosition, isById } from '../../operations/cursor.ts';

/** An order of records: by their ids, which is that of recording, or by when they count; ids tell apart what counts at once. */
export type RecordOrder = { by: 'id' | 'time'; isDescending: boolean };

/** The order that a sort of a list means: `-id` or `recordedAt`. */
export function orderOf(sort: string): RecordOrder {
  return { by: isById(sort) ? 'id' : 'time', isDescending: sort.startsWith('-') };
}

/** SQL behind `order by`; `alias` stands before each column. */
export function orderSql(kind: LedgerKind, { by, isDescending }: RecordOrder, alias = ''): string {
  const direction = isDescending ? 'desc' : 'asc';
  const byId = `${alias}id ${direction}`;
  return by === 'id' ? byId : `${alias}${kind.time.column} ${direction}, ${byId}`;
}

/** Leaves only what comes behind a position in the order. */
export function addBehind(
  { where, values }: ListConditions,
  kind: LedgerKind,
  { by, isDescending }: RecordOrder,
  { value, id }: CursorPosition,
): void {
  const [column, type] = by === 'id' ? ['id', 'uuid'] : [kind.time.column, 'timestamptz'];
  where.push(
    `(${column}, id) ${isDescending ? '<' : '>'} ($${values.push(value)}::${type}, $${values.push(id)}::uuid)`,
  );
}
