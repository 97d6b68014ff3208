import type { QueryContext } from '../operation.ts';
import { idBefore, pageById } from '../page-by-id.ts';
import type { RenderedPage } from '../rendered.ts';
import type { DimensionEntity, DimensionStore } from './dimension-store.ts';

type ListInput = { limit: number; offset: number; cursor?: string | undefined };

/** A page of a group, newest first, in the shape that `toWire` gives each row. */
export async function listDimensions<T>(
  { database, principal: { developerId } }: QueryContext,
  { entity }: Pick<DimensionStore, 'entity'>,
  { limit, offset, cursor }: ListInput,
  toWire: (row: DimensionEntity) => T,
): Promise<RenderedPage<T>> {
  const after = idBefore(cursor);
  const rows = await database
    .fork()
    .find(
      entity,
      { developerId, deletedAt: null, ...(after !== undefined && { id: { $lt: after } }) },
      { orderBy: { id: 'desc' }, limit: limit + 1, offset },
    );
  return pageById(rows, limit, toWire);
}
