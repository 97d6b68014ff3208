import type { Client } from 'pg';
import { openSession } from '../connection.ts';
import type { DatabaseOptions } from '../options.ts';

/** How long an inspection waits. Milliseconds. */
export type InspectionTimeouts = Required<Pick<DatabaseOptions, 'connectTimeout' | 'answerTimeout'>>;

/** Facts that need no table. */
export type ServerInspection = {
  /** Such as `18.1`. */
  version: string;
  isSupported: boolean;
  encoding: string;
  /** The library that sorts text has changed since the indexes were made. */
  hasOutdatedCollation: boolean;
  isEncrypted: boolean;
  isSameMachine: boolean;
  /** Why it takes no writes, if it takes none. */
  readOnly: string | undefined;
  role: string;
  isSuperuser: boolean;
  bytes: number;
  /** Milliseconds of one query. */
  roundTrip: number;
};

const OLDEST = 14;
const NEWEST = 18;
export const supportedVersions = `${OLDEST} to ${NEWEST}`;

type Row = {
  version: number;
  name: string;
  encoding: string;
  ssl: boolean | null;
  same: boolean;
  standby: boolean;
  readOnly: boolean;
  role: string;
  superuser: boolean;
  bytes: string;
};

const facts = `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
    current_setting('server_encoding') as encoding, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl,
    coalesce(inet_client_addr() = inet_server_addr(), true) as same, pg_is_in_recovery() as standby,
    current_setting('transaction_read_only')::boolean as "readOnly", quote_ident(current_user) as role,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    pg_database_size(current_database()) as bytes`;

/** New in PostgreSQL 15. */
const COLLATION_VERSIONS = 150_000;
const outdated = `select from pg_database where datname = current_database()
  and datcollversion <> pg_database_collation_actual_version(oid)`;

export async function inspectServer(url: string, timeouts: InspectionTimeouts): Promise<ServerInspection> {
  const { connectTimeout: connectionTimeoutMillis, answerTimeout } = timeouts;
  const session = await openSession(url, { connectionTimeoutMillis, answerTimeout });
  try {
    return await inspect(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function inspect(session: Client): Promise<ServerInspection> {
  const { rows } = await session.query<Row>(facts);
  const row = rows[0] as Row;
  const major = Math.floor(row.version / 10_000);
  const hasOutdatedCollation =
    row.version >= COLLATION_VERSIONS && (await session.query(outdated)).rowCount !== 0;
  const sentAt = performance.now();
  await session.query('select 1');
  return {
    version: row.name,
    isSupported: major >= OLDEST && major <= NEWEST,
    encoding: row.encoding,
    hasOutdatedCollation,
    isEncrypted: row.ssl === true,
    isSameMachine: row.same,
    readOnly: readOnlyReason(row),
    role: row.role,
    isSuperuser: row.superuser,
    bytes: Number(row.bytes),
    roundTrip: performance.now() - sentAt,
  };
}

/** Failovers and operators make servers read-only. */
export function readOnlyReason({
  standby,
  readOnly,
}: {
  standby: boolean;
  readOnly: boolean;
}): string | undefined {
  if (standby) return 'PostgreSQL is a standby, which takes no writes.';
  return readOnly ? 'PostgreSQL is read-only.' : undefined;
}
