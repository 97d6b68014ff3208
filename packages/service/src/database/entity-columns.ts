import { type EntitySchema, MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';

/** A column of a table, by the property of its entity. */
export type EntityColumn = { property: string; name: string; type: string; isNullable: boolean };

/** The table of an entity, as MikroORM maps it: its name, and its columns in the order of the entity's properties. */
export function tableOfEntity(entity: EntitySchema): { name: string; columns: readonly EntityColumn[] } {
  // Discovery needs a driver, and no connection.
  const orm = new MikroORM({ driver: PostgreSqlDriver, dbName: 'none', entities: [entity] });
  const { tableName, props } = orm.getMetadata().get(entity.meta.class);
  return {
    name: tableName,
    columns: props.map(({ name, fieldNames, columnTypes, nullable = false }) => ({
      property: name,
      name: fieldNames[0] as string,
      // Without a precision, which casts do not need.
      type: (columnTypes[0] as string).replace(/\(.*\)$/, ''),
      isNullable: nullable,
    })),
  };
}
