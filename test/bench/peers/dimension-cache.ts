import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';

type Table = 'agents' | 'customers' | 'sessions';

/** Ids of agents, customers and sessions by key, created on first use and cached. */
export type DimensionCache = (
  developerId: string,
  table: Table,
  key: string | null | undefined,
) => Promise<string | null>;

export function dimensionCache(pool: Pool): DimensionCache {
  const known = new Map<string, string>();
  return async (developerId, table, key) => {
    if (key == null) return null;
    const name = `${developerId}${table}${key}`;
    const id = known.get(name) ?? (await create(pool, developerId, table, key));
    known.set(name, id);
    return id;
  };
}

async function create(pool: Pool, developerId: string, table: Table, key: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>({
    name: `create_${table}`,
    text: `insert into ${table} (developer_id, id, key, created_at, updated_at) values ($1, $2, $3, now(), now())
      on conflict (developer_id, key) do update set deleted_at = null returning id`,
    values: [developerId, uuidv7(), key],
  });
  return rows[0]?.id ?? '';
}
