import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, type Database, migrate } from '@outturn/service';
import { postmasterOf } from '../support/postmaster.ts';
import type { LoadJob, LoadResult } from './load/job.ts';
import type { BenchOptions } from './options.ts';
import type { CopyJob, CopyResult } from './peers/copy.ts';
import { startWorker, type Worker } from './worker.ts';

/** The environment of a benchmark: one PostgreSQL with durable commits, one load generator. */
export type Arena = {
  /** A new database on the server, migrated by the present sources or by `migrateIt`, in place of one that an earlier run left. */
  createDatabase(name: string, migrateIt?: Migration): Promise<ArenaDatabase>;
  /** A database that an earlier run left, migrated; undefined when there is none. */
  findDatabase(name: string): Promise<ArenaDatabase | undefined>;
  /** Writes a checkpoint, so that no contender pays for the dirty pages of another. */
  settle(): Promise<void>;
  /** The process id of PostgreSQL. */
  postmasterPid: number;
  load: Worker<LoadJob, LoadResult>;
  copy: Worker<CopyJob, CopyResult>;
  /** Registers a stop to be awaited before PostgreSQL stops; stops run in reverse order. */
  onClose(stop: () => Promise<void>): void;
  close(): Promise<void>;
};

/** Creates the tables of a new database. */
export type Migration = (target: ArenaDatabase) => Promise<void>;

export type ArenaDatabase = { url: string; database: Database };

type ArenaOptions = Pick<BenchOptions, 'settings' | 'data'>;

/** Works in an arena and closes it afterwards, also on Ctrl-C, so that no process stays behind. */
export async function withArena<T>(options: ArenaOptions, work: (arena: Arena) => Promise<T>): Promise<T> {
  const arena = await openArena(options);
  // Requests in flight fail when their server ends, which needs no report. Ctrl-C arrives twice, as npm passes it on.
  const interrupt = () => void arena.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    return await work(arena);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await arena.close();
  }
}

const migrateHere: Migration = async ({ database }) => {
  await migrate(database);
};

async function openArena(options: ArenaOptions): Promise<Arena> {
  const dataDir = options.data ?? (await mkdtemp(path.join(tmpdir(), 'outturn-bench-')));
  const stops: (() => Promise<void>)[] = [];
  if (options.data === undefined) stops.push(() => rm(dataDir, { recursive: true, force: true }));
  // Commits are durable by default; a checkpoint in the middle of a round would hit one contender only.
  const settings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    checkpoint_timeout: '1h',
    ...options.settings,
  };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  stops.push(() => postgres.stop());
  const admin = await connectDatabase({ url: postgres.superuserUrl, poolSize: 1 });
  stops.push(() => admin.close());
  const load = startWorker<LoadJob, LoadResult>(path.join(import.meta.dirname, 'load/generator.ts'));
  const copy = startWorker<CopyJob, CopyResult>(path.join(import.meta.dirname, 'peers/copy.ts'));
  stops.push(load.stop, copy.stop);
  let closing: Promise<void> | undefined;
  const open = async (name: string, migrateIt: Migration = migrateHere): Promise<ArenaDatabase> => {
    const url = new URL(postgres.superuserUrl);
    url.pathname = `/${name}`;
    const database = await connectDatabase({ url: url.href, poolSize: 2 });
    stops.push(() => database.close());
    const opened = { url: url.href, database };
    await migrateIt(opened);
    return opened;
  };
  return {
    postmasterPid: (await postmasterOf(dataDir)) ?? 0,
    load,
    copy,
    async createDatabase(name, migrateIt) {
      await admin.pool.query(`drop database if exists ${name}`);
      await admin.pool.query(`create database ${name}`);
      return open(name, migrateIt);
    },
    async findDatabase(name) {
      const { rows } = await admin.pool.query('select from pg_database where datname = $1', [name]);
      return rows.length > 0 ? open(name) : undefined;
    },
    async settle() {
      await admin.pool.query('checkpoint');
    },
    onClose: (stop) => void stops.push(stop),
    close() {
      closing ??= (async () => {
        for (const stop of stops.reverse()) await stop();
      })();
      return closing;
    },
  };
}
