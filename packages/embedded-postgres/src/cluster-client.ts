import { realpath } from 'node:fs/promises';
import { Client } from 'pg';
import type { ClusterPaths } from './cluster-paths.ts';
import {
  APPLICATION_ROLE,
  applicationPassword,
  type Connection,
  DATABASE,
  HOST,
  SUPERUSER,
} from './connection-file.ts';

const CONNECT_TIMEOUT_MS = 5_000;
// Timeouts that operators set must not end these connections, one of which idles for days.
const OPTIONS = '-c idle_session_timeout=0 -c statement_timeout=0 -c transaction_timeout=0';

/** @types/pg lacks these methods. */
export type ClusterClient = Client & { ref(): void; unref(): void };

/**
 * Never uses the application's database, whose settings, functions and triggers could run code of the application as
 * superuser. So that database can also be dropped or copied.
 */
export function createClusterClient({ port, password }: Pick<Connection, 'port' | 'password'>) {
  const superuser = { user: SUPERUSER, password, database: 'postgres' };
  return createClient({ port, ...superuser, application_name: 'outturn lease' });
}

export function createApplicationClient({ port, password }: Pick<Connection, 'port' | 'password'>) {
  const application = { user: APPLICATION_ROLE, password: applicationPassword(password), database: DATABASE };
  return createClient({ port, ...application, application_name: 'outturn start' });
}

function createClient(config: {
  port: number;
  user: string;
  password: string;
  database: string;
  application_name: string;
}): ClusterClient {
  const client = new Client({
    ...config,
    options: OPTIONS,
    host: HOST,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Overrides environment variables such as PGSSLMODE.
    ssl: false,
  });
  // An unhandled error event would end this process.
  client.on('error', () => {});
  return client as ClusterClient;
}

export async function isServedFrom(client: Client, paths: ClusterPaths): Promise<boolean> {
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const folder = rows[0]?.folder;
  if (!folder) return false;
  const [served, ours] = await Promise.all(
    [folder, paths.cluster].map((path) => realpath(path).catch(() => path)),
  );
  return served === ours;
}
