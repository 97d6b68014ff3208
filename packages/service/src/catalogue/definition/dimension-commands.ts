import { LockMode } from '@mikro-orm/core';
import {
  type EntityDictionary,
  type EntityManager,
  type EntitySchema,
  raw,
  sql,
} from '@mikro-orm/postgresql';
import { OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { notify } from '../../database/notify.ts';
import type { CommandContext, QueryContext } from '../../operations/define.ts';
import { forgetAnswers } from '../../operations/stored-answers.ts';

/** Members of a valued dimension have a `value`. */
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

export type DimensionStore = { entity: EntitySchema<DimensionEntity>; noun: string };

/** Undefined keeps a field, null clears it. */
export type DimensionChanges = {
  name?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  value?: string | null | undefined;
};

const locked = { lockMode: LockMode.PESSIMISTIC_WRITE };

/** Tells every process to forget a deleted row: JSON `[developer, table, id, key]`. */
export const DIMENSIONS_CHANNEL = 'outturn_dimensions';

/** Also fills a row that has only a key, and creates a deleted key anew. Throws `Already Exists`. */
export async function createDimension(
  context: CommandContext,
  store: DimensionStore,
  input: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const row = await insertDimension(context, store, input, { fillsBlank: true });
  if (row) return row;
  const message = `belongs to ${store.noun} that exists; update or replace it`;
  const details = [{ field: 'key', message }];
  throw new OutturnError('Already Exists', { message: `key ${message}`, details });
}

export async function replaceDimension(
  context: CommandContext,
  store: DimensionStore,
  input: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const created = await insertDimension(context, store, input, { fillsBlank: false });
  // The insert has locked the row.
  return created ?? updateDimension(context, store, { ...blank(store), ...withoutUndefined(input) });
}

/** Updates are later than the creation by a millisecond or more. */
export function isCreated({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }): boolean {
  return createdAt === updatedAt;
}

async function insertDimension(
  { em, principal: { developerId } }: CommandContext,
  store: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
  { fillsBlank }: { fillsBlank: boolean },
): Promise<DimensionEntity | undefined> {
  const { entity } = store;
  const names = namesOf(entity, entity.meta.tableName);
  const none = blank(store);
  const row = { ...none, ...withoutUndefined(fields), deletedAt: null };
  const now = databaseNow();
  const areNone = Object.keys(none).map((field) => `${names[field as keyof typeof none]} is null`);
  // Citus accepts only immutable functions behind `on conflict`.
  const createdAt = `case when ${names.deletedAt} is null then ${names.createdAt} else excluded.created_at end`;
  const [written] = await em
    .createQueryBuilder(entity)
    .insert({ developerId, id: newId(), key, ...row, createdAt: now, updatedAt: now })
    .onConflict(['developerId', 'key'])
    .merge({ ...row, createdAt: raw(createdAt), updatedAt: raw('excluded.updated_at') })
    .where(`${names.deletedAt} is not null ${fillsBlank ? `or ${areNone.join(' and ')}` : ''}`)
    .returning('*')
    .execute<EntityDictionary<DimensionEntity>[]>('all');
  return written && em.map(entity, written);
}

function blank({ entity }: DimensionStore): {
  name: null;
  description: null;
  metadata: null;
  value?: null;
} {
  const none = { name: null, description: null, metadata: null };
  return entity.meta.properties.value ? { ...none, value: null } : none;
}

/** Throws `Not Found`. */
export async function updateDimension(
  context: CommandContext,
  store: DimensionStore,
  { key, ...fields }: { key: string } & DimensionChanges,
): Promise<DimensionEntity> {
  const row = await findByKey(context.em, context.principal.developerId, store, key, locked);
  const next = new Date(row.createdAt.getTime() + 1);
  context.em.assign(row, { ...withoutUndefined(fields), updatedAt: sql<Date>`greatest(now(), ${next})` });
  await context.em.flush();
  return row;
}

/**
 * Empties and hides the row. Processes forget the key, so that the next record restores it. Throws `Not Found`.
 */
export async function deleteDimension(
  { em, dimensions, principal: { developerId } }: CommandContext,
  store: DimensionStore,
  { key }: { key: string },
): Promise<{ key: string; deleted: true }> {
  const { tableName } = store.entity.meta;
  const row = await findByKey(em, developerId, store, key, locked);
  em.assign(row, { ...blank(store), deletedAt: databaseNow() });
  await em.flush();
  await forgetAnswers(em, row);
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

/** In the order of the keys; null for deleted and unknown ones. */
export async function getDimensions<T>(
  { database, principal: { developerId } }: QueryContext,
  { entity }: DimensionStore,
  keys: readonly string[],
  toWire: (row: DimensionEntity) => T,
): Promise<(T | null)[]> {
  const only = { $in: [...new Set(keys)] };
  const rows = await database.fork().find(entity, { developerId, key: only, deletedAt: null });
  const found = new Map(rows.map((row) => [row.key, toWire(row)]));
  return keys.map((key) => found.get(key) ?? null);
}

async function findByKey(
  em: EntityManager,
  developerId: string,
  { entity }: DimensionStore,
  key: string,
  options: { lockMode?: LockMode } = {},
): Promise<DimensionEntity> {
  // Bounds and order as in `rowByKey`.
  const only = { $gte: key, $lte: key };
  const inOrder = { ...options, orderBy: { key: 'asc' } } as const;
  const row = await em.findOne(entity, { developerId, key: only, deletedAt: null }, inOrder);
  if (!row) throw new OutturnError('Not Found');
  return row;
}

function withoutUndefined<T extends object>(fields: T): T {
  // Fields of a T are optional.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
