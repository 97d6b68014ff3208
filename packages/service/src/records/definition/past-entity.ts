import { defineEntity, p } from '@mikro-orm/core';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { tableOfEntity } from '../../database/entity-metadata.ts';
import { instant } from '../../database/entity-properties.ts';
import { pastOf } from '../../kinds/record-kind.ts';

const keys = { developerId: p.uuid(), id: p.uuid(), version: p.integer() };

/**
 * The entity of these versions: the columns of the kind's own entity, and until when a version has counted. A version never
 * changes, but for the mark of the newest version of a voided record, which a restore takes away.
 */
export function pastEntityOf(entity: EntitySchema): EntitySchema {
  const { name, columns } = tableOfEntity(entity);
  const table = pastOf(name);
  const properties = columns.map(({ property, type, isNullable }) => {
    if (isKey(property)) return [property, keys[property].primary()];
    const column = type === 'timestamptz' ? instant() : p.string().columnType(type);
    return [property, isNullable ? column.nullable() : column];
  });
  return defineEntity({
    name: `${entity.meta.className}Past`,
    tableName: table,
    properties: { ...Object.fromEntries(properties), toAt: instant(), isVoided: p.boolean() },
    indexes: [
      { name: `${table}_voided_index`, properties: ['developerId', 'id'], where: { isVoided: true } },
    ],
  }) as unknown as EntitySchema;
}

function isKey(property: string): property is keyof typeof keys {
  return property in keys;
}
