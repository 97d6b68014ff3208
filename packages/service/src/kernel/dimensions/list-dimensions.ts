import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { QueryContext } from '../operation.ts';
import { Rendered, RenderedPage } from '../rendered.ts';
import type { DimensionEntity, DimensionStore } from './dimension-store.ts';

type ListInput = { limit: number; offset: number; cursor?: string | undefined };

/** A page of a group, newest first, in the shape that `toWire` gives each row. */
export async function listDimensions<T>(
  { database, principal: { developerId } }: QueryContext,
  { entity }: Pick<DimensionStore, 'entity'>,
  { limit, offset, cursor }: ListInput,
  toWire: (row: DimensionEntity) => T,
): Promise<RenderedPage<T>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, '-id').id;
  const rows = await database
    .fork()
    .find(
      entity,
      { developerId, deletedAt: null, ...(after !== undefined && { id: { $lt: after } }) },
      { orderBy: { id: 'desc' }, limit: limit + 1, offset },
    );
  const items = rows.slice(0, limit);
  return new RenderedPage<T>({
    items: Rendered.of(items.map(toWire)),
    length: items.length,
    hasMore: rows.length > limit,
    cursorAt: (index) => {
      const id = items[index]?.id ?? '';
      return encodeCursor({ sort: '-id', value: id, id });
    },
  });
}
