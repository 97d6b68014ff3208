import type { Database } from './database.ts';

/** How many connections the server has for all of its ordinary users together: what it keeps for superusers is taken off. */
export async function roomForConnections(database: Database): Promise<number> {
  const [row] = await database.rows(
    'room_for_connections',
    // The last of them is of PostgreSQL 16 and later.
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0)`,
    [],
  );
  return Number(row?.[0]);
}
