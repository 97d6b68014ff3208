import { type EntitySchema, MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { namesOf, tableOfEntity } from './database/entity-metadata.ts';
import { entitiesOf } from './entities.ts';
import { product } from './model.ts';

test('names and types for SQL are those of MikroORM', () => {
  for (const entity of entitiesOf(product)) {
    const orm = new MikroORM({
      driver: PostgreSqlDriver,
      dbName: 'none',
      entities: [entity as EntitySchema],
    });
    const { tableName, props } = orm.getMetadata().get((entity as EntitySchema).meta.class);
    const { name, columns } = tableOfEntity(entity as EntitySchema);
    expect(name).toBe(tableName);
    expect(columns).toEqual(
      props.map(({ name: property, fieldNames, columnTypes, nullable = false }) => ({
        property,
        name: fieldNames[0],
        type: columnTypes[0]?.replace(/\(.*\)$/, ''),
        isNullable: nullable,
      })),
    );
    const names = namesOf(entity);
    expect(`${names}`).toBe(name);
    expect({ ...names }).toEqual(Object.fromEntries(columns.map((column) => [column.property, column.name])));
  }
});
