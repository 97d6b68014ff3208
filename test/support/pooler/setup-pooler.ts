import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { THROUGH_POOLER } from './behind-pooler.ts';
import { pgbouncerPath, startPgBouncer } from './pgbouncer.ts';

/**
 * Puts a PgBouncer in transaction mode between the run's PostgreSQL and every gateway that starts from now on. A run
 * whose
 * gateways bypass it fails, because its tests would prove nothing.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (pgbouncerPath === undefined) throw new Error('Install PgBouncer to run the tests through it.');
  const { databaseUrl } = project.getProvidedContext();
  const pooler = await startPgBouncer(databaseUrl, { stats_users: 'outturn, postgres' });
  process.env[THROUGH_POOLER] = pooler.through(databaseUrl);
  return async () => {
    delete process.env[THROUGH_POOLER];
    const queries = await countQueries(pooler.through(databaseUrl));
    await pooler.remove();
    if (queries === 0) throw new Error('No gateway of this run has sent a query through PgBouncer.');
  };
}

async function countQueries(url: string): Promise<number> {
  const admin = new URL(url);
  admin.pathname = '/pgbouncer';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  try {
    // PgBouncer's console speaks only the simple protocol.
    const { rows } = await client.query<{ database: string; total_query_count: string }>('show stats');
    return rows
      .filter(({ database }) => database !== 'pgbouncer')
      .reduce((sum, { total_query_count }) => sum + Number(total_query_count), 0);
  } finally {
    await client.end();
  }
}
