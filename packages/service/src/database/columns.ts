import { p, sql } from '@mikro-orm/core';
import { toSnakeCase } from '../base/letter-case.ts';

/** Columns that tables share. Every tenant table starts its primary key with the developer. */
export const instant = () => p.datetime().columnType('timestamptz(6)');
/** The clock of the database when the transaction began. An entity has the instant itself once it is flushed. */
export const databaseNow = () => sql<Date>`now()`;
/** When a row was created by the entity manager, on the clock of the database. */
export const createdInstant = () => instant().onCreate(databaseNow).returning();
export const decimal = () => p.string().columnType('numeric');
export const tenantKey = { developerId: p.uuid().primary(), id: p.uuid().primary() };

/** The columns of what clients name by key: agents, customers, goal types, sessions, tools. */
export const dimensionColumns = {
  ...tenantKey,
  key: p.text(),
  name: p.text().nullable(),
  description: p.text().nullable(),
  metadata: p.json<Record<string, unknown>>().columnType('json').nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  /** Hidden from lists; its records keep it, and recording its key again brings it back. */
  deletedAt: instant().nullable(),
};

export const dimensionUniques = (table: string) => [
  { name: `${table}_key_unique`, properties: ['developerId', 'key'] as ('developerId' | 'key')[] },
];

type Index<Column extends string> = { name: string; properties: ('developerId' | 'id' | Column)[] };

/** The indexes of a record table: partial ones for what lists are filtered by, and one over when a record counts. */
export function recordIndexes<Column extends string>(
  table: string,
  filtered: readonly Column[],
  time: Column,
): Index<Column>[] {
  return [...filterIndexes(table, filtered), index(table, time)];
}

/** Partial indexes for what lists are filtered by. */
export function filterIndexes<Column extends string>(
  table: string,
  columns: readonly Column[],
): Index<Column>[] {
  return columns.map((column) => ({ ...index(table, column), where: { [column]: { $ne: null } } }));
}

function index<Column extends string>(table: string, column: Column): Index<Column> {
  return { name: `${table}_${toSnakeCase(column)}_index`, properties: ['developerId', column, 'id'] };
}
