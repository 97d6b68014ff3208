import type { Database } from './database.ts';

/** Runs what is pending, one process at a time. Returns the names of the migrations that ran. */
export async function migrate({ orm, pool }: Database): Promise<string[]> {
  const client = await pool.connect();
  const onError = () => undefined;
  client.on('error', onError);
  try {
    await client.query(`select pg_advisory_lock(hashtext('outturn migrations'))`);
    const done = await orm.migrator.up();
    return done.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('outturn migrations'))`).catch(() => undefined);
    client.off('error', onError);
    client.release();
  }
}

/** Migrations that this version knows and the database lacks. */
export async function pendingMigrations({ orm }: Database): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name);
}
