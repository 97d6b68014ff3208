import type { DimensionEntity } from './dimension-commands.ts';

export function toDimension(row: DimensionEntity) {
  return {
    id: row.id,
    key: row.key,
    name: row.name ?? null,
    description: row.description ?? null,
    metadata: row.metadata ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toValuedDimension(row: DimensionEntity) {
  return { ...toDimension(row), value: row.value ?? null };
}
