import type { Database } from './database.ts';

/** Connections available to users who are not superusers. */
export async function roomForConnections(database: Database): Promise<number> {
  const [row] = await database.rows(
    'room_for_connections',
    // `reserved_connections` is new in PostgreSQL 16.
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0)`,
    [],
  );
  return Number(row?.[0]);
}

/** Connections of all clients to all databases of the server. */
export async function connectionsInUse(database: Database): Promise<number> {
  const [row] = await database.rows(
    'connections_in_use',
    'select count(*) from pg_stat_activity where datid is not null and usesysid is not null',
    [],
  );
  return Number(row?.[0]);
}
