import type { EntityManager, EntityName } from '@mikro-orm/postgresql';
import { invalidRequest, OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { CommandContext, QueryContext } from '../../operations/define.ts';

/** A row of agents, customers, goal types or tools; the latter two have a value. */
export type DimensionEntity = {
  developerId: string;
  id: string;
  key: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  value?: string | null | undefined;
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date | null | undefined;
};

/** An entity of a dimension, whatever else it has. Its definition spreads `dimensionColumns`, which is what counts. */
export function dimensionEntity(entity: object): EntityName<DimensionEntity> {
  return entity as EntityName<DimensionEntity>;
}

/** Where a group lives: its table, the entity of that table, and what one of them is called. */
export type DimensionStore = { table: string; entity: EntityName<DimensionEntity>; noun: string };

/** What callers may set; undefined leaves a field as it is, null clears it. */
export type DimensionChanges = {
  name?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  value?: string | null | undefined;
};

/** Notices on this channel tell every process to forget a deleted row: JSON `[developer, table, id, key]`. */
export const DIMENSIONS_CHANNEL = 'outturn_dimensions';

/** Creates one; a deleted one comes back anew. Throws `Invalid Request` when the key is in use. */
export async function createDimension(
  { em, principal: { developerId } }: CommandContext,
  { table, entity, noun }: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const rows: { id: string }[] = await em.execute(
    `insert into ${table} (developer_id, id, key, created_at, updated_at) values (?, ?, ?, now(), now())
     on conflict (developer_id, key) do update
       set created_at = excluded.created_at, updated_at = excluded.updated_at, deleted_at = null
     where ${table}.deleted_at is not null returning id`,
    [developerId, newId(), key],
  );
  const [row] = rows;
  if (!row)
    throw invalidRequest([{ field: 'key', message: `belongs to ${noun} that exists; change it with PATCH` }]);
  const created = await em.findOneOrFail(entity, { developerId, id: row.id });
  const blank = { name: null, description: null, metadata: null, ...('value' in created && { value: null }) };
  return em.assign(created, { ...blank, ...withoutUndefined(fields) });
}

/** Changes what is given. Throws `Not Found`. */
export async function updateDimension(
  context: CommandContext,
  store: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const row = await findByKey(context.em, context.principal.developerId, store, key);
  return context.em.assign(row, { ...withoutUndefined(fields), updatedAt: new Date() });
}

/**
 * Hides one; its records keep it. Every process forgets its key, so that the next record that names it brings it back.
 * Throws `Not Found`.
 */
export async function deleteDimension(
  { em, dimensions, principal: { developerId } }: CommandContext,
  store: DimensionStore,
  { key }: { key: string },
): Promise<{ key: string; deleted: true }> {
  const row = await findByKey(em, developerId, store, key);
  row.deletedAt = new Date();
  await em.flush();
  dimensions.forget(developerId, store.table, row);
  const notice = JSON.stringify([developerId, store.table, row.id, row.key]);
  await em.execute('select pg_notify(?, ?)', [DIMENSIONS_CHANNEL, notice]);
  return { key, deleted: true };
}

/** Throws `Not Found`. */
export function getDimension(
  { database, principal }: QueryContext,
  store: DimensionStore,
  { key }: { key: string },
): Promise<DimensionEntity> {
  return findByKey(database.fork(), principal.developerId, store, key);
}

async function findByKey(
  em: EntityManager,
  developerId: string,
  { entity }: DimensionStore,
  key: string,
): Promise<DimensionEntity> {
  // As `rowByKey` does, and for the same reason.
  const only = { $gte: key, $lte: key };
  const inOrder = { orderBy: { key: 'asc' } } as const;
  const row = await em.findOne(entity, { developerId, key: only, deletedAt: null }, inOrder);
  if (!row) throw new OutturnError('Not Found');
  return row;
}

function withoutUndefined<T extends object>(fields: T): T {
  // Removing undefined entries leaves a T: its fields are optional.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
