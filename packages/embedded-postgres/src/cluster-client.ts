import { realpath } from 'node:fs/promises';
import { Client } from 'pg';
import type { ClusterPaths } from './cluster-paths.ts';
import { type Connection, HOST, SUPERUSER } from './connection-file.ts';

const CONNECT_TIMEOUT_MS = 5_000;
// Not the application's database, which can so still be dropped or copied while a client is connected.
const DATABASE = 'postgres';

/** @types/pg lacks these two: whether the open connection keeps the process alive. */
export type ClusterClient = Client & { ref(): void; unref(): void };

/** A client for this package's own use, not connected yet. A crash of the database only ends it. */
export function createClusterClient({
  port,
  password,
}: Pick<Connection, 'port' | 'password'>): ClusterClient {
  const client = new Client({
    host: HOST,
    port,
    user: SUPERUSER,
    password,
    database: DATABASE,
    application_name: 'outturn lease',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Given here, environment variables such as PGSSLMODE do not decide it.
    ssl: false,
    // Settings meant for the application must not end this connection, which idles for days.
    options: '-c idle_session_timeout=0 -c statement_timeout=0 -c transaction_timeout=0',
  });
  // Without a listener, the end of the connection would end this process.
  client.on('error', () => {});
  return client as ClusterClient;
}

/** Whether the server at the other end serves the cluster of this data directory. */
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
