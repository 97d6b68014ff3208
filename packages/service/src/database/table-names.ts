import { escapeIdentifier } from 'pg';
import type { Database } from './database.ts';

/** The tables of all entities, without their schema. */
export function tableNames({ orm }: Pick<Database, 'orm'>): string[] {
  return [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
}

/** A table with its schema, for SQL. */
export function qualifiedName({ schemaName }: Pick<Database, 'schemaName'>, table: string): string {
  return `${escapeIdentifier(schemaName)}.${escapeIdentifier(table)}`;
}
