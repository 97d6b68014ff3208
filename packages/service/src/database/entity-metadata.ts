import {
  type EntityProperty,
  type EntitySchema,
  type InferEntity,
  PostgreSqlPlatform,
  type Type,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql';

type EntityColumn = { property: string; name: string; type: string; isNullable: boolean };

/** Columns in the order of the entity's properties. */
export type EntityTable = { name: string; columns: readonly EntityColumn[] };

/** A test compares these names with MikroORM's metadata. */
const naming = new UnderscoreNamingStrategy();

/**
 * The part of an entity's declaration, such as `p.uuid().nullable()`, that names a column. MikroORM would discover the same, in
 * milliseconds for each start; a test compares them.
 */
type Declared = { type: new () => Type; columnType?: string; nullable?: boolean };

const platform = new PostgreSqlPlatform();

export function tableOfEntity({ meta }: EntitySchema): EntityTable {
  const columns = Object.entries(meta.properties as unknown as Record<string, Declared>);
  return {
    name: meta.tableName,
    columns: columns.map(([property, { type: Kind, columnType, nullable = false }]) => ({
      property,
      name: naming.propertyToColumnName(property),
      // Casts need no precision. Types without a column type have no options.
      type: (columnType ?? new Kind().getColumnType({} as EntityProperty, platform)).replace(/\(.*\)$/, ''),
      isNullable: nullable,
    })),
  };
}

/** As a string: the table. */
export type EntityNames<Entity> = { readonly [Property in keyof InferEntity<Entity> & string]: string } & {
  toString(): string;
};

/** For SQL: `users` and `email`, or `users u` and `u.email`. */
export function namesOf<Entity>(entity: Entity, alias?: string): EntityNames<Entity> {
  // Callers pass entities.
  const { tableName, properties } = (entity as unknown as EntitySchema).meta;
  const columns = Object.keys(properties).map((property) => {
    const name = naming.propertyToColumnName(property);
    return [property, alias === undefined ? name : `${alias}.${name}`];
  });
  const table = alias === undefined ? tableName : `${tableName} ${alias}`;
  return Object.assign(Object.create({ toString: () => table }), Object.fromEntries(columns));
}

/** `columns` are separated by commas. Throws for a missing one. */
export function tableWith(entity: unknown, columns: string): string {
  const names = namesOf(entity);
  const existing = Object.values<unknown>(names);
  const missing = columns.split(', ').find((column) => !existing.includes(column));
  if (missing !== undefined) throw new Error(`${names} has no column ${missing}`);
  return `${names}`;
}
