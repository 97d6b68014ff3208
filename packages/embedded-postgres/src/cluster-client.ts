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
// Timeouts of the application must not end these connections, one of which idles for days. The search path keeps the
// application from replacing functions.
const OPTIONS =
  '-c idle_session_timeout=0 -c statement_timeout=0 -c transaction_timeout=0 -c search_path=pg_catalog';
// Event triggers and settings of the database could otherwise run the application's code as superuser.
const SUPERUSER_OPTIONS = `${OPTIONS} -c event_triggers=off -c local_preload_libraries= -c role=none`;

/** @types/pg lacks these methods. */
export type ClusterClient = Client & { ref(): void; unref(): void };

/** Uses another database by default, so that the application's one can be dropped or copied. */
export function createClusterClient(
  connection: Pick<Connection, 'port' | 'password'>,
  database = 'postgres',
) {
  const { port, password } = connection;
  const identity = { user: SUPERUSER, password, application_name: 'outturn lease' };
  return createClient({ port, database, ...identity, options: SUPERUSER_OPTIONS });
}

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
