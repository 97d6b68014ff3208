import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createApplicationClient, createClusterClient } from './cluster-client.ts';
import {
  APPLICATION_ROLE,
  applicationPassword,
  type Connection,
  DATABASE,
  SUPERUSER,
} from './connection-file.ts';
import { errorCode } from './error-code.ts';

// Wrong role or password (28…), missing database, missing privilege, missing library.
const NOT_SET_UP = ['28P01', '28000', '3D000', '42501', '58P01'];
const LOCKED = ['55P03', '40P01'];
const LOCK_TIMEOUT_MS = 3_000;
const TRANSFER_MS = 60_000;
const FIRST_USER_OID = 16_384;

/** Excludes objects that need a superuser, such as event triggers and untrusted functions. */
const statementsToTransfer = `
  WITH mine (class, id) AS (
    SELECT 'pg_namespace'::regclass, oid FROM pg_namespace
      WHERE nspowner = '${SUPERUSER}'::regrole AND (oid >= ${FIRST_USER_OID} AND nspname !~ '^pg_' OR nspname = 'public')
    UNION ALL SELECT 'pg_largeobject'::regclass, oid FROM pg_largeobject_metadata
      WHERE lomowner = '${SUPERUSER}'::regrole
    UNION ALL SELECT class, id FROM (
      SELECT 'pg_class'::regclass, oid, relowner FROM pg_class WHERE relkind = ANY ('{r,p,v,m,S}')
      UNION ALL SELECT 'pg_proc'::regclass, pg_proc.oid, proowner FROM pg_proc JOIN pg_language AS language ON language.oid = prolang
        WHERE prorettype <> 'event_trigger'::regtype AND (lanpltrusted OR prokind = 'a')
      UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
      UNION ALL SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator
      UNION ALL SELECT 'pg_opclass'::regclass, oid, opcowner FROM pg_opclass
      UNION ALL SELECT 'pg_opfamily'::regclass, oid, opfowner FROM pg_opfamily
      UNION ALL SELECT 'pg_collation'::regclass, oid, collowner FROM pg_collation
      UNION ALL SELECT 'pg_conversion'::regclass, oid, conowner FROM pg_conversion
      UNION ALL SELECT 'pg_ts_dict'::regclass, oid, dictowner FROM pg_ts_dict
      UNION ALL SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
      UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner FROM pg_statistic_ext
    ) owned (class, id, owner) WHERE owner = '${SUPERUSER}'::regrole AND id >= ${FIRST_USER_OID}
  )
  SELECT format('ALTER %s %s OWNER TO ${APPLICATION_ROLE}',
    CASE WHEN type IN ('function', 'procedure', 'aggregate') THEN 'ROUTINE'
      WHEN type = 'statistics object' THEN 'STATISTICS' ELSE upper(type) END, identity) AS statement
  FROM mine, pg_identify_object(class, id, 0) AS object (type, schema, name, identity)
  WHERE identity IS NOT NULL AND schema IS DISTINCT FROM 'pg_temp'
    -- Parts of extensions stay with them; parts of other objects, such as sequences of columns, follow their owner.
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = class AND objid = id AND objsubid = 0
      AND (deptype IN ('e', 'i') OR deptype = 'a' AND type = 'sequence'))`;

const isSetUp = `
  SELECT NOT rolsuper AND pg_has_role('pg_read_all_stats', 'MEMBER')
    AND (SELECT datdba = role.oid FROM pg_database WHERE datname = current_database())
    AND NOT EXISTS (${statementsToTransfer}) AS answer
  FROM pg_roles AS role WHERE rolname = current_user`;

/** Returns undefined if the application can connect and owns all objects of its database. */
export async function findApplicationFault(connection: Connection): Promise<string | undefined> {
  const client = createApplicationClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ answer: boolean }>(isSetUp);
    return rows[0]?.answer ? undefined : `${APPLICATION_ROLE} does not own all of it`;
  } catch (error) {
    if (NOT_SET_UP.includes(errorCode(error)) && error instanceof Error) return error.message;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * In older clusters the application was superuser, so all objects are transferred. Each step can be repeated after a crash.
 * Needs the start lock.
 */
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
  await withClient(createClusterClient(connection, DATABASE), transferOwnership);
}

/** The application can set `local_preload_libraries` and others for itself, which may end each of its sessions. */
export async function resetApplicationSettings(connection: Connection): Promise<void> {
  await withClient(createClusterClient(connection), async (client) => {
    await client.query(`ALTER DATABASE ${DATABASE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} RESET ALL`);
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} IN DATABASE ${DATABASE} RESET ALL`);
  });
}

/** The short lock timeout keeps other statements from queueing. */
async function transferOwnership(client: Client): Promise<void> {
  for (const deadline = Date.now() + TRANSFER_MS; ; await sleep(100)) {
    try {
      await client.query(`BEGIN READ WRITE; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const { rows } = await client.query<{ statement: string }>(statementsToTransfer);
      if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';\n'));
      await client.query('COMMIT');
      return;
    } catch (error) {
      if (!LOCKED.includes(errorCode(error)) || Date.now() > deadline) throw error;
      await client.query('ROLLBACK');
    }
  }
}

async function withClient(client: Client, work: (client: Client) => Promise<void>): Promise<void> {
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
