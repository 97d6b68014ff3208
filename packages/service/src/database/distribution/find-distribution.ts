import type { Pool } from 'pg';
import { citus } from './citus.ts';
import type { Distribution } from './distribution.ts';
import { oneServer } from './one-server.ts';

export async function findDistribution(pool: Pool): Promise<Distribution> {
  const { rowCount } = await pool.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1 ? citus : oneServer;
}
