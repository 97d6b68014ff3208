import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@outturn/embedded-postgres';
import { migrate } from '@outturn/service';
import { Client } from 'pg';
import { withPostgres } from '../load/private-postgres.ts';
import { postmasterOf } from '../postmaster.ts';
import { keepDump, keepServerLog } from '../secrets/dump.ts';

/** A PostgreSQL of its own, in a folder of its own. */
export type Server = {
  url: string;
  superuserUrl: string;
  /** The first column of the first row, queried as superuser. */
  ask(sql: string): Promise<unknown>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills its main process; the supervisor starts it again. */
  kill(): Promise<void>;
  /** Stops and deletes it. */
  remove(): Promise<void>;
};

export type Primary = Server & {
  /** A streaming replica. `settings` are those of PostgreSQL. */
  addReplica(settings?: Record<string, string>): Promise<Server>;
};

/** A migrated primary that keeps the log its replicas may still need. Removing it removes its replicas. */
export async function startPrimary(settings: Record<string, string> = {}): Promise<Primary> {
  const dataDir = await makeFolder();
  const server = await startServer(dataDir, { shared_buffers: '64MB', wal_keep_size: '256MB', ...settings });
  await withPostgres(server.url, migrate);
  const replicas: Server[] = [];
  return {
    ...server,
    async addReplica(more = {}) {
      const replica = await startReplica(server, dataDir, { ...settings, ...more });
      replicas.push(replica);
      return replica;
    },
    async remove() {
      for (const replica of replicas) await replica.remove();
      await server.remove();
    },
  };
}

async function startReplica(
  primary: Server,
  source: string,
  settings: Record<string, string>,
): Promise<Server> {
  const dataDir = await makeFolder();
  await copyBase(primary.superuserUrl, path.join(source, 'postgres'), path.join(dataDir, 'postgres'));
  await cp(path.join(source, 'postgres.json'), path.join(dataDir, 'postgres.json'));
  const { hostname, port, username, password } = new URL(primary.superuserUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const replica = { shared_buffers: '64MB', wal_receiver_status_interval: '1s', primary_conninfo: conninfo };
  return startServer(dataDir, { ...replica, ...settings });
}

/** Copies the files of a running server, as `pg_basebackup` does, which is not part of the embedded PostgreSQL. */
async function copyBase(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const left = /\/(postmaster\.(pid|opts)|pg_wal\/[^/]+|pg_replslot\/[^/]+)$/;
    await cp(from, to, { recursive: true, filter: (file) => !left.test(file) });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(path.join(to, 'standby.signal'), '');
    await chmod(to, 0o700);
    const { uid, gid } = await stat(from);
    await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, to]);
  } finally {
    await client.end();
  }
}

async function startServer(dataDir: string, settings: Record<string, string>): Promise<Server> {
  const start = () => startEmbeddedPostgres({ dataDir, settings });
  let running: EmbeddedPostgres | undefined = await start();
  const { url, superuserUrl } = running;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    url,
    superuserUrl,
    async ask(sql) {
      const client = new Client({ connectionString: superuserUrl });
      await client.connect();
      try {
        const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
        return rows[0]?.[0];
      } finally {
        await client.end();
      }
    },
    async start() {
      running ??= await start();
      if (running.url !== url) throw new Error(`it came back at ${running.url} instead of ${url}`);
    },
    stop,
    async kill() {
      const postmaster = await postmasterOf(dataDir);
      if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    },
    async remove() {
      // A server that a test has killed may be gone.
      if (running) await keepDump(url).catch(() => undefined);
      await stop();
      await keepServerLog(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function makeFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'outturn-replica-'));
}
