import type { Client } from 'pg';
import { createApplicationClient, createClusterClient } from './cluster-client.ts';
import { APPLICATION_ROLE, applicationPassword, type Connection, DATABASE } from './connection-file.ts';
import { errorCode } from './error-code.ts';

// Wrong role or password (28…), missing database, missing privilege, missing library.
const NOT_SET_UP = ['28P01', '28000', '3D000', '42501', '58P01'];

const isSetUp = `
  SELECT NOT rolsuper AND pg_has_role('pg_read_all_stats', 'MEMBER')
    AND (SELECT datdba = role.oid FROM pg_database WHERE datname = current_database()) AS answer
  FROM pg_roles AS role WHERE rolname = current_user`;

/** Returns undefined if the application can connect and owns its database. */
export async function findApplicationFault(connection: Connection): Promise<string | undefined> {
  const client = createApplicationClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ answer: boolean }>(isSetUp);
    return rows[0]?.answer ? undefined : `${APPLICATION_ROLE} is not its owner`;
  } catch (error) {
    if (NOT_SET_UP.includes(errorCode(error)) && error instanceof Error) return error.message;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Each step can be repeated after a crash. Needs the start lock. */
export async function setUpApplication(connection: Connection): Promise<void> {
  await withClient(createClusterClient(connection), async (client) => {
    await client.query('BEGIN');
    // The log must not contain the password.
    await client.query("SET LOCAL log_statement = 'none'; SET LOCAL log_min_duration_statement = -1");
    await client.query("SET LOCAL log_min_error_statement = 'panic'");
    const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
    await client.query(
      `${found.rowCount ? 'ALTER' : 'CREATE'} ROLE ${APPLICATION_ROLE} LOGIN NOSUPERUSER
       PASSWORD '${applicationPassword(connection.password)}'`,
    );
    // The role must see transactions of older gateways.
    await client.query(`GRANT pg_read_all_stats TO ${APPLICATION_ROLE}`);
    await client.query('COMMIT');
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    await client.query(
      database.rowCount
        ? `ALTER DATABASE ${DATABASE} OWNER TO ${APPLICATION_ROLE}`
        : `CREATE DATABASE ${DATABASE} OWNER ${APPLICATION_ROLE}`,
    );
  });
}

/** The application can set `local_preload_libraries` and others for itself, which may end each of its sessions. */
export async function resetApplicationSettings(connection: Connection): Promise<void> {
  await withClient(createClusterClient(connection), async (client) => {
    await client.query(`ALTER DATABASE ${DATABASE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} IN DATABASE ${DATABASE} RESET ALL`);
  });
}

async function withClient(client: Client, work: (client: Client) => Promise<void>): Promise<void> {
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
