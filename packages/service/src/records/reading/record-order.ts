import type { ListConditions } from '../../database/statement-name.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { type CursorPosition, isById } from '../../operations/cursor.ts';

/** Ids ascend as recorded, and break ties of time. */
export type RecordOrder = { by: 'id' | 'time'; isDescending: boolean };

/** Parses `-id` or `recordedAt`. */
export function orderOf(sort: string): RecordOrder {
  return { by: isById(sort) ? 'id' : 'time', isDescending: sort.startsWith('-') };
}

/** `alias` includes the dot. */
export function orderSql(kind: RecordKind, { by, isDescending }: RecordOrder, alias = ''): string {
  const direction = isDescending ? 'desc' : 'asc';
  const byId = `${alias}id ${direction}`;
  return by === 'id' ? byId : `${alias}${kind.time.column} ${direction}, ${byId}`;
}

export function addBehind(
  { where, values }: ListConditions,
  kind: RecordKind,
  { by, isDescending }: RecordOrder,
  { value, id }: CursorPosition,
): void {
  const [column, type] = by === 'id' ? ['id', 'uuid'] : [kind.time.column, 'timestamptz'];
  where.push(
    `(${column}, id) ${isDescending ? '<' : '>'} ($${values.push(value)}::${type}, $${values.push(id)}::uuid)`,
  );
}
