import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { connectDatabase, type Database, migrate } from '@outturn/service';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { waitUntil } from './wait-until.ts';

/** A PostgreSQL server for the tests of one file alone, which they may kill: it comes back on the same port. */
export function usePrivatePostgres(): {
  readonly url: string;
  /** `kill -9` of its main process; resolves when that is gone. */
  kill(): Promise<void>;
  /** Whether it takes connections now. */
  answers(): Promise<boolean>;
} {
  let dataDir = '';
  let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-faults-'));
    cluster = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '64MB' } });
    await withPostgres(cluster.url, migrate);
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = () => cluster?.url ?? '';
  return {
    get url() {
      return url();
    },
    async kill() {
      const pid = await postmasterOf(dataDir);
      process.kill(pid, 'SIGKILL');
      await waitUntil('PostgreSQL is dead', () => !isAlive(pid));
    },
    async answers() {
      const client = new Client({ connectionString: url() });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

/** Connects for one piece of work: connections that are held meanwhile would die with the server. */
export async function withPostgres<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ url, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The id of the server's main process, made sure to be that of this data directory. */
async function postmasterOf(dataDir: string): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const [pid, directory = ''] = file.split('\n');
  if (!directory.includes(path.basename(dataDir))) throw new Error(`not the server of ${dataDir}: ${file}`);
  return Number(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
