import {
  type EntitySchema,
  type InferEntity,
  MikroORM,
  PostgreSqlDriver,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql';

/** A column of a table, by the property of its entity. */
type EntityColumn = { property: string; name: string; type: string; isNullable: boolean };

/** A table, with its columns in the order of the properties of its entity. */
export type EntityTable = { name: string; columns: readonly EntityColumn[] };

/** The table of an entity, as MikroORM maps it. */
export function tableOfEntity(entity: EntitySchema): EntityTable {
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

/** The names of an entity's columns by property; as text, the name of its table. */
export type EntityNames<Entity> = { readonly [Property in keyof InferEntity<Entity> & string]: string } & {
  toString(): string;
};

/** MikroORM's default, which no property overrides: a test compares the names with those of its metadata. */
const naming = new UnderscoreNamingStrategy();

/**
 * Names for SQL: of users, the table and a column are `users` and `email`, or `users u` and `u.email` with the alias `u`.
 * Read off the declaration, because discovery takes milliseconds for each entity.
 */
export function namesOf<Entity>(entity: Entity, alias?: string): EntityNames<Entity> {
  // An entity with any properties.
  const { tableName, properties } = (entity as unknown as EntitySchema).meta;
  const columns = Object.keys(properties).map((property) => {
    const name = naming.propertyToColumnName(property);
    return [property, alias === undefined ? name : `${alias}.${name}`];
  });
  const table = alias === undefined ? tableName : `${tableName} ${alias}`;
  // Each property of the entity has a column.
  return Object.assign(Object.create({ toString: () => table }), Object.fromEntries(columns));
}

/**
 * The table of an entity, for SQL that spells its columns out: over any kind or dimension, or where the rows of `with` keep their
 * names. `columns` are separated by commas. Throws for one that the entity does not have.
 */
export function tableWith(entity: unknown, columns: string): string {
  const names = namesOf(entity);
  const existing = Object.values<unknown>(names);
  const missing = columns.split(', ').find((column) => !existing.includes(column));
  if (missing !== undefined) throw new Error(`${names} has no column ${missing}`);
  return `${names}`;
}
