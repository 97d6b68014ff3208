import { p, sql } from '@mikro-orm/core';
import { toSnakeCase } from '../base/letter-case.ts';

export const instant = () => p.datetime().columnType('timestamptz(6)');
/** Start of the transaction; an entity has the value after a flush. */
export const databaseNow = () => sql<Date>`now()`;
export const createdInstant = () => instant().onCreate(databaseNow).returning();
export const count = () => p.bigint().columnType('bigint');
export const decimal = () => p.string().columnType('numeric');
/**
 * The developer comes first in the primary key of every table of tenants, so that Citus can distribute it by developer.
 */
export const tenantKey = { developerId: p.uuid().primary(), id: p.uuid().primary() };

/** Of every record. Version and last change are null while nobody has corrected it, so that recording writes nothing more. */
export const recordColumns = {
  ...tenantKey,
  /** Counts the corrections of the record, from 1 for a record as it was recorded. */
  version: p.integer().nullable(),
  createdAt: instant(),
  /** The time of the last correction. */
  changedAt: instant().nullable(),
};

export const dimensionColumns = {
  ...tenantKey,
  key: p.text(),
  name: p.text().nullable(),
  description: p.text().nullable(),
  metadata: p.json<Record<string, unknown>>().columnType('json').nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  /** Hidden until its key is recorded again. */
  deletedAt: instant().nullable(),
};

export const dimensionUniques = (table: string) => [
  { name: `${table}_key_unique`, properties: ['developerId', 'key'] as ('developerId' | 'key')[] },
];

type Index<Column extends string> = { name: string; properties: ('developerId' | 'id' | Column)[] };

export function recordIndexes<Column extends string>(
  table: string,
  filtered: readonly Column[],
  time: Column,
): Index<Column>[] {
  return [...filterIndexes(table, filtered), index(table, time)];
}

export function filterIndexes<Column extends string>(
  table: string,
  columns: readonly Column[],
): Index<Column>[] {
  return columns.map((column) => ({ ...index(table, column), where: { [column]: { $ne: null } } }));
}

function index<Column extends string>(table: string, column: Column): Index<Column> {
  return { name: `${table}_${toSnakeCase(column)}_index`, properties: ['developerId', column, 'id'] };
}
