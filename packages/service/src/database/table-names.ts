import type { MikroORM } from '@mikro-orm/postgresql';
import { escapeIdentifier } from 'pg';

/** The tables of all entities, without their schema. */
export function tableNames({ orm }: { orm: MikroORM }): string[] {
  return [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
}

/** A table with its schema, for SQL. */
export function qualifiedName({ schemaName }: { schemaName: string }, table: string): string {
  return `${escapeIdentifier(schemaName)}.${escapeIdentifier(table)}`;
}
