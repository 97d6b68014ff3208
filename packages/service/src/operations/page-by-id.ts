import { decodeCursor, encodeCursor } from './cursor.ts';
import { Rendered, RenderedPage } from './rendered.ts';

const SORT = '-id';

/** Undefined for the first page. */
export function idBefore(list: string, cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(cursor, { list, sort: SORT }).id;
}

/** `rows` has one more than `limit` if another page follows. */
export function pageById<Row extends { id: string }, T>(
  rows: readonly Row[],
  { list, limit }: { list: string; limit: number },
  toWire: (row: Row) => T,
): RenderedPage<T> {
  const items = rows.slice(0, limit);
  return new RenderedPage<T>({
    items: Rendered.of(items.map(toWire)),
    length: items.length,
    hasMore: rows.length > limit,
    cursorAt: (index) => {
      const id = items[index]?.id ?? '';
      return encodeCursor({ list, sort: SORT }, { value: id, id });
    },
  });
}
