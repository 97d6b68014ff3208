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
// Settings meant for the application must not end these connections, one of which idles for days. Nor may it give the superuser
// functions of its own in the place of PostgreSQL's.
const OPTIONS =
  '-c idle_session_timeout=0 -c statement_timeout=0 -c transaction_timeout=0 -c search_path=pg_catalog';
// An event trigger would run as superuser what the application may have replaced. Its settings for the database may not end the
// session or change its role.
const SUPERUSER_OPTIONS = `${OPTIONS} -c event_triggers=off -c local_preload_libraries= -c role=none`;

/** @types/pg lacks these two: whether the open connection keeps the process alive. */
export type ClusterClient = Client & { ref(): void; unref(): void };

/**
 * A client of the superuser for this package's own use, not connected yet. It connects to another database than the
 * application's, which can so still be dropped or copied meanwhile. A crash of the database only ends it.
 */
export function createClusterClient(
  connection: Pick<Connection, 'port' | 'password'>,
  database = 'postgres',
) {
  const { port, password } = connection;
  const identity = { user: SUPERUSER, password, application_name: 'outturn lease' };
  return createClient({ port, database, ...identity, options: SUPERUSER_OPTIONS });
}

/** A client that connects as the application does. */
export function createApplicationClient({ port, password }: Pick<Connection, 'port' | 'password'>) {
  const application = { user: APPLICATION_ROLE, password: applicationPassword(password), database: DATABASE };
  return createClient({ port, ...application, application_name: 'outturn start', options: OPTIONS });
}

function createClient(config: {
  port: number;
  user: string;
  password: string;
  database: string;
  application_name: string;
  options: string;
}): ClusterClient {
  const client = new Client({
    ...config,
    host: HOST,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Given here, environment variables such as PGSSLMODE do not decide it.
    ssl: false,
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
