import { hash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { QueryContext } from '../operation.ts';
import { Rendered, RenderedPage } from '../rendered.ts';
import { pageSizes } from '../schema/page.ts';
import type { LedgerKind } from './ledger-kind.ts';
import { selectRecords, toRecordRow } from './read-records.ts';
import { recordConditions } from './record-conditions.ts';

/** The input of every list of records: paging, sort, and whatever filters the kind has. */
export type ListInput = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  sort?: string | undefined;
} & Record<string, unknown>;

/** A page of the caller's records, newest first unless sorted otherwise. */
export async function listRecords<T>(
  context: QueryContext,
  kind: LedgerKind,
  input: ListInput,
): Promise<RenderedPage<T>> {
  const { limit, offset, cursor, sort = '-id' } = input;
  const conditions = await recordConditions(context, kind, input);
  if (!conditions) return emptyPage();
  const isDescending = sort.startsWith('-');
  const column = sort.replace('-', '') === 'id' ? 'id' : kind.time.column;
  const { where, values, shape } = conditions;
  if (cursor !== undefined) {
    const { value, id } = decodeCursor(cursor, { list: kind.table, sort });
    const type = column === 'id' ? 'uuid' : 'timestamptz';
    where.push(
      `(${column}, id) ${isDescending ? '<' : '>'} ($${values.push(value)}::${type}, $${values.push(id)}::uuid)`,
    );
    shape.push('cursor');
  }
  const order = (alias: string) => {
    const direction = isDescending ? 'desc' : 'asc';
    return column === 'id'
      ? `${alias}id ${direction}`
      : `${alias}${column} ${direction}, ${alias}id ${direction}`;
  };
  // One more than the page, to know whether another follows.
  const paging = `limit $${values.push(limit + 1)} offset $${values.push(offset)}`;
  let source = `${kind.table} where ${where.join(' and ')}`;
  const filters = shape.filter((name) => !['from', 'to', 'cursor'].includes(name));
  const hasWindow = shape.includes('from') || shape.includes('to');
  // Whatever is asked for, one index has it in its order: one plan is right for all.
  const hasOnePlan = column === 'id' ? filters.length <= 1 && !hasWindow : filters.length === 0;
  if (offset === 0 && hasOnePlan) {
    // PostgreSQL expects a tenth of all rows behind a limit that it does not know, and would plan every call anew.
    const most = 1 + (limit <= pageSizes.usual ? pageSizes.usual : pageSizes.largest);
    source = `(select * from ${source} order by ${order('')} limit ${most}) first_rows`;
    shape.push(`first ${most}`);
  }
  const page = `(select * from ${source} order by ${order('')} ${paging})`;
  const rows = await context.database.read(
    statementName(kind.table, [sort, ...shape]),
    `${selectRecords(kind, page)} order by ${order('r.')}`,
    values,
  );
  const items = rows.slice(0, limit);
  const timeIndex = 2 + kind.columns.findIndex(({ name }) => name === kind.time.column);
  const texts = items.map((row) => kind.render(toRecordRow(kind, row)));
  return new RenderedPage<T>({
    items: new Rendered(`[${texts.join(',')}]`),
    length: items.length,
    hasMore: rows.length > limit,
    cursorAt: (index) => {
      const row = items[index] ?? [];
      const id = row[0] ?? '';
      const value = column === 'id' ? id : (row[timeIndex] ?? '');
      return encodeCursor({ list: kind.table, sort }, { value, id });
    },
  });
}

/** PostgreSQL tells prepared statements apart by 63 bytes; many filters make longer names. */
function statementName(table: string, shape: readonly string[]): string {
  return `${table}_list_${hash('sha256', shape.join(' '), 'hex').slice(0, 24)}`;
}

function emptyPage<T>(): RenderedPage<T> {
  return new RenderedPage<T>({ items: new Rendered('[]'), length: 0, hasMore: false, cursorAt: () => '' });
}
