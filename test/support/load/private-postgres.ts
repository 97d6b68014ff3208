import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type Database, migrate } from '@outturn/service';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { postmasterOf } from '../postmaster.ts';
import { keepDump, keepServerLog } from '../secrets/dump.ts';
import { waitUntil } from './wait-until.ts';

const supervisorFile = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url));

/** A PostgreSQL server for the tests of one file, which may kill it. */
export type PrivatePostgres = {
  readonly url: string;
  /** Returns the log of this PostgreSQL. */
  log(): Promise<string>;
  /**
   * Kills it: SIGQUIT is PostgreSQL's immediate stop, SIGKILL hits its main process alone. The server and its backends
   * stay gone until `comeBack`.
   */
  end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Has its supervisor start it again; resolves when it accepts connections. */
  comeBack(): Promise<void>;
};

/** `settings` are those of PostgreSQL. */
export function usePrivatePostgres(settings: Record<string, string> = {}): PrivatePostgres {
  let dataDir = '';
  let url = '';
  let supervisor: ReturnType<typeof spawnSupervisor> | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'outturn-faults-'));
    supervisor = spawnSupervisor(dataDir, settings);
    const [line] = await once(supervisor.stdout, 'data');
    url = String(line).trim();
    await withPostgres(url, migrate);
  });
  afterAll(async () => {
    if (supervisor) {
      const exit = once(supervisor, 'exit');
      supervisor.kill('SIGCONT');
      await keepDump(url);
      supervisor.stdin.end();
      await exit;
      await keepServerLog(dataDir);
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return url;
    },
    log: () => readFile(path.join(dataDir, 'postgres.log'), 'utf8'),
    async end(signal) {
      const postmaster = await postmasterOf(dataDir);
      if (postmaster === undefined) throw new Error(`There is no server in ${dataDir}.`);
      const witness = await connect(url);
      supervisor?.kill('SIGSTOP'); // it would start the server again at once
      process.kill(postmaster, 'SIGSTOP'); // a stopped main process starts no more backends
      const { rows } = await witness.query<{ pid: number }>('select pid from pg_stat_activity');
      process.kill(postmaster, signal);
      if (signal === 'SIGQUIT') process.kill(postmaster, 'SIGCONT'); // it signals its backends itself
      // Backends outlive their server for a moment and finish their statements.
      const pids = [postmaster, ...rows.map(({ pid }) => pid)];
      await waitUntil('PostgreSQL is dead', () => !pids.some(isAlive));
      await witness.end().catch(() => undefined);
    },
    async comeBack() {
      supervisor?.kill('SIGCONT');
      await waitUntil('PostgreSQL is back', async () => {
        const client = await connect(url).catch(() => undefined);
        await client?.end().catch(() => undefined);
        return client !== undefined;
      });
    },
  };
}

/** Connects for one piece of work, because connections held longer would break with the server. */
export async function withPostgres<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ url, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function spawnSupervisor(dataDir: string, settings: Record<string, string>) {
  return spawn(process.execPath, [supervisorFile, dataDir, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A zombie counts as dead, although it can still be signalled. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = existsSync('/proc/self/stat')
      ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
      : execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' });
    return !state?.startsWith('Z');
  } catch {
    return false;
  }
}
