import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Pool, type PoolConfig } from 'pg';
import { OutturnError } from '../kernel/errors.ts';
import type { Observer } from '../kernel/observer.ts';
import { type Measure, measureFor } from './measured.ts';
import { connectionOf, ormConfig } from './orm-config.ts';

/** One row as PostgreSQL's text, column by column. */
type TextRow = (string | null)[];

/** Runs a named prepared statement and returns its rows as text: the fastest way out of PostgreSQL. */
type Rows = (name: string, text: string, values: readonly unknown[]) => Promise<TextRow[]>;

/**
 * The database of the service: entity managers for low-rate work, prepared SQL for hot paths. What is short by nature
 * and what takes as long as its caller makes it have connections of their own, so that nobody's question keeps a record
 * waiting.
 */
export type Database = {
  /** A fresh unit of work. */
  fork(): EntityManager;
  /** However long it takes, on the pool of the entity managers. */
  rows: Rows;
  /** For statements that are short by nature: recording, looking up records and keys. */
  quick: Rows;
  /** For questions whose cost is the caller's choice. Rejects with `Invalid Request` when one takes too long. */
  read: Rows;
  /** For what runs on connections of its own: tells of it like of every statement. */
  measure: Measure;
  /** How busy the connections are. */
  load(): PoolLoad[];
  pool: Pool;
  orm: MikroORM;
  close(): Promise<void>;
};

/** Connections of one purpose: how many are at work, open and allowed, and how many callers wait for one. */
export type PoolLoad = { pool: string; busy: number; open: number; most: number; waiting: number };

export type DatabaseOptions = {
  url: string;
  /** Connections for low-rate work. */
  poolSize?: number;
  /** Milliseconds that a question may take. */
  readTimeout?: number;
  log?: (message: string) => void;
  observer?: Observer;
};

/** Connections, at most, for short statements and for questions; they are opened when they are needed. */
const QUICK_CONNECTIONS = 8;
const READ_CONNECTIONS = 6;
const READ_TIMEOUT = 15_000;
const QUERY_CANCELED = '57014';

const asText = { getTypeParser: () => (value: unknown) => value };

/** Connects through MikroORM, whose pool is shared, and beside it. */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  const { readTimeout = READ_TIMEOUT } = options;
  const orm = await MikroORM.init(ormConfig(options));
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  const connection = connectionOf(options.url);
  const quick = openPool({ ...connection, max: QUICK_CONNECTIONS });
  const reads = openPool({ ...connection, max: READ_CONNECTIONS, statement_timeout: readTimeout });
  const measure = measureFor(options.observer ?? {});
  const readRows = rowsOf(reads, measure);
  return {
    orm,
    pool,
    fork: () => orm.em.fork(),
    rows: rowsOf(pool, measure),
    quick: rowsOf(quick, measure),
    measure,
    load: () => [loadOf('commands', pool), loadOf('quick', quick), loadOf('reads', reads)],
    async read(name, text, values) {
      try {
        return await readRows(name, text, values);
      } catch (error) {
        throw isCanceled(error) ? tooSlow(readTimeout) : error;
      }
    },
    async close() {
      await Promise.all([quick.end(), reads.end()]);
      await orm.close(true);
    },
  };
}

function rowsOf(pool: Pool, measure: Measure): Rows {
  return (name, text, values) => {
    const query = { name, text, values: values as unknown[], rowMode: 'array' as const, types: asText };
    return measure(name, async () => (await pool.query<TextRow>(query)).rows);
  };
}

function loadOf(pool: string, { totalCount, idleCount, waitingCount, options }: Pool): PoolLoad {
  const most = options.max;
  return { pool, busy: totalCount - idleCount, open: totalCount, most, waiting: waitingCount };
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // A connection that breaks while idle is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}

function tooSlow(milliseconds: number): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `The answer took longer than ${milliseconds / 1000} seconds. Filter more narrowly, and page with the cursor of the Link header instead of a large offset.`,
  });
}
