import { statementName } from '../../database/statement-name.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import type { CursorPosition } from '../../operations/cursor.ts';
import type { QueryContext } from '../../operations/define.ts';
import { FIRST_COLUMN, selectRecords, timeIndexOf, toRecordRow } from '../../reading/read-records.ts';
import { listConditions } from './list-conditions.ts';
import { addBehind, orderSql, type RecordOrder } from './record-order.ts';

export type OfEach = {
  /** Table that records reference. */
  parent: string;
  ids: readonly string[];
  limit: number;
  order: RecordOrder;
  after?: CursorPosition | undefined;
  filters?: Record<string, unknown>;
};

/** `time` in PostgreSQL's format, `text` as JSON. */
export type PlacedRecord = { id: string; time: string; text: string };

/** Tables that lists filter by, and the columns that reference them. */
export function parentsOf(kind: RecordKind): Map<string, { column: string; index: number }> {
  const firstDimension = FIRST_COLUMN + kind.columns.length;
  return new Map([
    ...kind.dimensions.map(
      ({ table, column }, i) => [table, { column, index: firstDimension + 2 * i }] as const,
    ),
    ...Object.entries(kind.references)
      .filter(([column]) => Object.values(kind.filters).includes(column))
      .map(([column, table]) => {
        const index = FIRST_COLUMN + kind.columns.findIndex(({ name }) => name === column);
        return [table, { column, index }] as const;
      }),
  ]);
}

/** In the order of `ids`. Parents of other developers have no records. */
export async function readOfEach(
  context: QueryContext,
  kind: RecordKind,
  { parent, ids, limit, order, after, filters = {} }: OfEach,
): Promise<PlacedRecord[][]> {
  const place = parentsOf(kind).get(parent);
  const conditions = await listConditions(context, kind, filters);
  if (!conditions || !place) return ids.map(() => []);
  const { where, values, shape } = conditions;
  const hasFilters = shape.length > 0;
  if (after) {
    addBehind(conditions, kind, order, after);
    shape.push('after');
  }
  const each = `unnest($${values.push([...new Set(ids)])}::uuid[]) each(parent)`;
  const ordered = `order by ${orderSql(kind, order)} limit $${values.push(limit)}`;
  const asked = { table: kind.table, column: place.column, where: where.join(' and '), each, ordered };
  const source = order.by === 'id' ? inOrderOfIds(asked) : inOrderOfTime(asked);
  const rows = await context.database.read(
    statementName(`${kind.table}_of_each`, [parent, orderSql(kind, order), ...shape]),
    `${selectRecords(kind, source)} order by ${orderSql(kind, order, 'r.')}`,
    values,
    { isPrepared: !hasFilters },
  );
  const timeIndex = timeIndexOf(kind);
  const byParent = Map.groupBy(rows, (row) => row[place.index]);
  return ids.map((id) =>
    (byParent.get(id) ?? []).map((row) => ({
      id: row[0] as string,
      time: row[timeIndex] as string,
      text: kind.render(toRecordRow(kind, row)),
    })),
  );
}

type PerParentQuery = { table: string; column: string; where: string; each: string; ordered: string };

function inOrderOfIds({ table, column, where, each, ordered }: PerParentQuery): string {
  return `(select found.* from ${each} cross join lateral (
      select * from ${table} where ${where} and ${column} = each.parent ${ordered}
    ) found)`;
}

const MANY = 10_000;

/**
 * No index has the records of one parent by time. The records of a parent that has few are read and sorted; for a
 * parent with many, the index of all records by time soon has enough of them. So the records are counted first, up to
 * {@link MANY}: PostgreSQL's own estimate may be that of another developer (decision 012).
 */
function inOrderOfTime({ table, column, where, each, ordered }: PerParentQuery): string {
  const own = (columns: string, condition = '') => `select ${columns} from ${table}
    where developer_id = $1 and ${column} >= each.parent and ${column} <= each.parent ${condition}
    order by ${column}, id limit ${MANY}`;
  return `(select found.* from (
      select parent, (select count(*) from (${own('id')}) counted) as count from ${each} offset 0
    ) each cross join lateral (
      (select * from (${own('*', `and each.count < ${MANY}`)}) few where ${where} ${ordered})
      union all
      (select * from ${table} where ${where} and ${column} = each.parent and each.count >= ${MANY} ${ordered})
    ) found)`;
}
