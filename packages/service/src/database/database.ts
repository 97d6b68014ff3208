import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ormConfig } from './orm-config.ts';

/** One row as PostgreSQL's text, column by column. */
type TextRow = (string | null)[];

/** The database of the service: entity managers for low-rate work, prepared SQL on the same pool for hot paths. */
export type Database = {
  /** A fresh unit of work. */
  fork(): EntityManager;
  /** Runs a named prepared statement and returns its rows as text: the fastest way out of PostgreSQL. */
  rows(name: string, text: string, values: readonly unknown[]): Promise<TextRow[]>;
  pool: Pool;
  orm: MikroORM;
  close(): Promise<void>;
};

export type DatabaseOptions = { url: string; poolSize?: number; log?: (message: string) => void };

const asText = { getTypeParser: () => (value: unknown) => value };

/** Connects through MikroORM and shares its pool. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = await MikroORM.init(ormConfig(options));
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  return {
    orm,
    pool,
    fork: () => orm.em.fork(),
    async rows(name, text, values) {
      const query = { name, text, values: values as unknown[], rowMode: 'array' as const, types: asText };
      const result = await pool.query<TextRow>(query);
      return result.rows;
    },
    close: () => orm.close(true),
  };
}
