import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { QueryContext } from '../operation.ts';
import { Rendered, RenderedPage } from '../rendered.ts';
import type { LedgerKind } from './ledger-kind.ts';
import { selectRecords, toRecordRow } from './read-records.ts';

type ListOptions = { limit: number; offset: number; cursor?: string | undefined };

/** A page of the caller's records, newest first. */
export async function listRecords<T>(
  { database, principal }: QueryContext,
  kind: LedgerKind,
  { limit, offset, cursor }: ListOptions,
): Promise<RenderedPage<T>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  // One more than the page, to know whether another follows.
  const values: unknown[] = [principal.developerId, limit + 1, offset];
  if (after !== null) values.push(after);
  const page = `(select * from ${kind.table} where developer_id = $1 ${after === null ? '' : 'and id < $4::uuid'}
    order by id desc limit $2 offset $3)`;
  const rows = await database.rows(
    `${kind.table}_list${after === null ? '' : '_after'}`,
    `${selectRecords(kind, page)} order by r.id desc`,
    values,
  );
  const items = rows.slice(0, limit);
  const texts = items.map((row) => kind.render(toRecordRow(kind, row)));
  return new RenderedPage<T>({
    items: new Rendered(`[${texts.join(',')}]`),
    length: items.length,
    hasMore: rows.length > limit,
    cursorAt: (index) => encodeCursor(items[index]?.[0] ?? ''),
  });
}
