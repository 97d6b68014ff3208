import {
  type EntitySchema,
  type InferEntity,
  MikroORM,
  PostgreSqlDriver,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql';

type EntityColumn = { property: string; name: string; type: string; isNullable: boolean };

/** Columns in the order of the entity's properties. */
export type EntityTable = { name: string; columns: readonly EntityColumn[] };

export function tableOfEntity(entity: EntitySchema): EntityTable {
  const orm = new MikroORM({ driver: PostgreSqlDriver, dbName: 'none', entities: [entity] });
  const { tableName, props } = orm.getMetadata().get(entity.meta.class);
  return {
    name: tableName,
    columns: props.map(({ name, fieldNames, columnTypes, nullable = false }) => ({
      property: name,
      name: fieldNames[0] as string,
      // Casts need no precision.
      type: (columnTypes[0] as string).replace(/\(.*\)$/, ''),
      isNullable: nullable,
    })),
  };
}

/** As a string: the table. */
export type EntityNames<Entity> = { readonly [Property in keyof InferEntity<Entity> & string]: string } & {
  toString(): string;
};

/** A test compares these names with MikroORM's metadata. */
const naming = new UnderscoreNamingStrategy();

/** For SQL: `users` and `email`, or `users u` and `u.email`. Discovery would take milliseconds. */
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
