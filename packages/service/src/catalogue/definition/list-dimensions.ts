import { toIsoInstant } from '../../base/instants.ts';
import { containsText } from '../../database/lookup-sql.ts';
import type { QueryContext } from '../../operations/define.ts';
import { idBefore, pageById } from '../../operations/page-by-id.ts';
import type { RenderedPage } from '../../operations/rendered.ts';
import type { DimensionEntity, DimensionStore } from './dimension-commands.ts';

type ListInput = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  search?: string | undefined;
};

/** Newest first. */
export async function listDimensions<T>(
  { database, principal: { developerId } }: QueryContext,
  { entity }: DimensionStore,
  { limit, offset, cursor, search }: ListInput,
  toWire: (row: DimensionEntity) => T,
): Promise<RenderedPage<T>> {
  const { tableName: table, properties } = entity.meta;
  const value = properties.value ? 'value' : 'null';
  const rows = await database.read(
    `${table}_list`,
    `select id, key, name, description, metadata, ${value}, created_at, updated_at from ${table}
     where developer_id = $1 and deleted_at is null and ($2::uuid is null or id < $2)
       and ($5::text is null or ${containsText('$5', ['key', 'name'])})
     order by id desc limit $3 offset $4`,
    [developerId, idBefore(table, cursor) ?? null, limit + 1, offset, search ?? null],
  );
  return pageById(
    rows.map((row) => toEntity(developerId, row)),
    { list: table, limit },
    toWire,
  );
}

function toEntity(developerId: string, row: (string | null)[]): DimensionEntity {
  const [id, key, name, description, metadata, value, createdAt, updatedAt] = row;
  return {
    developerId,
    id: id as string,
    key: key as string,
    name,
    description,
    metadata: metadata == null ? null : JSON.parse(metadata),
    value,
    createdAt: new Date(toIsoInstant(createdAt as string)),
    updatedAt: new Date(toIsoInstant(updatedAt as string)),
  };
}
