import { statementName } from '../../database/statement-name.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { decodeCursor, encodeCursor } from '../../operations/cursor.ts';
import type { QueryContext } from '../../operations/define.ts';
import { Rendered, RenderedPage } from '../../operations/rendered.ts';
import { selectRecords, timeIndexOf, toRecordRow, voidedColumns } from '../../reading/read-records.ts';
import { pageSizes } from '../../schema/page.ts';
import { listConditions } from './list-conditions.ts';
import { addBehind, orderOf, orderSql } from './record-order.ts';

/** Other properties are filters. */
export type ListInput = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  sort?: string | undefined;
} & Record<string, unknown>;

/** Newest first by default. */
export async function listRecords<T>(
  context: QueryContext,
  kind: RecordKind,
  input: ListInput,
): Promise<RenderedPage<T>> {
  const { limit, offset, cursor, sort = '-id' } = input;
  const conditions = await listConditions(context, kind, input);
  if (!conditions) return emptyPage();
  const order = orderOf(sort);
  const { where, values, shape } = conditions;
  if (cursor !== undefined) {
    addBehind(conditions, kind, order, decodeCursor(cursor, { list: kind.table, sort }));
    shape.push('cursor');
  }
  // One more tells whether another page follows.
  const paging = `limit $${values.push(limit + 1)} offset $${values.push(offset)}`;
  const isVoided = input.status === 'voided';
  if (isVoided) {
    where.push('is_voided');
    shape.push('voided');
  }
  const table = isVoided ? `(select ${voidedColumns(kind)}, is_voided from ${kind.past}) voided` : kind.table;
  let source = `${table} where ${where.join(' and ')}`;
  const filters = shape.filter((name) => !['from', 'to', 'cursor'].includes(name));
  const hasWindow = shape.includes('from') || shape.includes('to');
  // One index has all pages in order, so one plan fits all.
  const hasOnePlan = order.by === 'id' ? filters.length <= 1 && !hasWindow : filters.length === 0;
  if (offset === 0 && hasOnePlan) {
    // With an unknown limit, PostgreSQL expects a tenth of all rows and plans every call anew.
    const most = 1 + (limit <= pageSizes.usual ? pageSizes.usual : pageSizes.largest);
    source = `(select * from ${source} order by ${orderSql(kind, order)} limit ${most}) first_rows`;
    shape.push(`first ${most}`);
  }
  const page = `(select * from ${source} order by ${orderSql(kind, order)} ${paging})`;
  const rows = await context.database.read(
    statementName(`${kind.table}_list`, [sort, ...shape]),
    `${selectRecords(kind, page)} order by ${orderSql(kind, order, 'r.')}`,
    values,
    { isPrepared: hasOnePlan },
  );
  const items = rows.slice(0, limit);
  const timeIndex = timeIndexOf(kind);
  const texts = items.map((row) => kind.render(toRecordRow(kind, row, isVoided)));
  return new RenderedPage<T>({
    items: new Rendered(`[${texts.join(',')}]`),
    length: items.length,
    hasMore: rows.length > limit,
    cursorAt: (index) => {
      const row = items[index] ?? [];
      const id = row[0] ?? '';
      const value = order.by === 'id' ? id : (row[timeIndex] ?? '');
      return encodeCursor({ list: kind.table, sort }, { value, id });
    },
  });
}

function emptyPage<T>(): RenderedPage<T> {
  return new RenderedPage<T>({ items: new Rendered('[]'), length: 0, hasMore: false, cursorAt: () => '' });
}
