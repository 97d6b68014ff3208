import type { EntityDictionary, EntityManager, EntitySchema } from '@mikro-orm/postgresql';
import { invalidRequest, OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { tableWith } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { notify } from '../../database/notify.ts';
import type { CommandContext, QueryContext } from '../../operations/define.ts';

/** Goal types and tools have a `value`. */
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

/** Throws if a column is missing. */
export function dimensionEntity(entity: object): EntitySchema<DimensionEntity> {
  tableWith(entity, 'developer_id, id, key, name, description, metadata, created_at, updated_at, deleted_at');
  // Its columns are checked.
  return entity as EntitySchema<DimensionEntity>;
}

export type DimensionStore = { entity: EntitySchema<DimensionEntity>; noun: string };

/** Undefined keeps a field, null clears it. */
export type DimensionChanges = {
  name?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  value?: string | null | undefined;
};

/** Tells every process to forget a deleted row: JSON `[developer, table, id, key]`. */
export const DIMENSIONS_CHANNEL = 'outturn_dimensions';

/** A deleted key is created anew. Throws `Invalid Request` if the key is in use. */
export async function createDimension(
  { em, principal: { developerId } }: CommandContext,
  { entity, noun }: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const blank = { name: null, description: null, metadata: null, deletedAt: null };
  const value = entity.meta.properties.value && { value: null };
  const now = databaseNow();
  const row = { ...blank, ...value, ...withoutUndefined(fields), createdAt: now, updatedAt: now };
  const [created] = await em
    .createQueryBuilder(entity)
    .insert({ developerId, id: newId(), key, ...row })
    .onConflict(['developerId', 'key'])
    .merge(Object.keys(row) as (keyof typeof row)[])
    .where({ deletedAt: { $ne: null } })
    .returning('*')
    .execute<EntityDictionary<DimensionEntity>[]>('all');
  if (created) return em.map(entity, created);
  throw invalidRequest([{ field: 'key', message: `belongs to ${noun} that exists; change it with PATCH` }]);
}

/** Throws `Not Found`. */
export async function updateDimension(
  context: CommandContext,
  store: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const row = await findByKey(context.em, context.principal.developerId, store, key);
  context.em.assign(row, { ...withoutUndefined(fields), updatedAt: databaseNow() });
  await context.em.flush();
  return row;
}

/**
 * Hides the row; its records keep it. Processes forget the key, so that the next record restores it. Throws `Not
 * Found`.
 */
export async function deleteDimension(
  { em, dimensions, principal: { developerId } }: CommandContext,
  store: DimensionStore,
  { key }: { key: string },
): Promise<{ key: string; deleted: true }> {
  const { tableName } = store.entity.meta;
  const row = await findByKey(em, developerId, store, key);
  row.deletedAt = databaseNow();
  await em.flush();
  dimensions.forget(developerId, tableName, row);
  const notice = JSON.stringify([developerId, tableName, row.id, row.key]);
  await notify(em, DIMENSIONS_CHANNEL, notice);
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
  // See `rowByKey`.
  const only = { $gte: key, $lte: key };
  const inOrder = { orderBy: { key: 'asc' } } as const;
  const row = await em.findOne(entity, { developerId, key: only, deletedAt: null }, inOrder);
  if (!row) throw new OutturnError('Not Found');
  return row;
}

function withoutUndefined<T extends object>(fields: T): T {
  // Fields of a T are optional.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
