import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createMigratedDatabase } from './create-database.ts';

/** A migrated database, and a session of another program that reads its sessions until it ends. */
export async function createReadStore(): Promise<{ url: string; backup: Client }> {
  const copy = `migrate_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createMigratedDatabase(inject('databaseUrl'), copy, inject('template'));
  onTestFinished(remove);
  const backup = new Client({ connectionString: url });
  await backup.connect();
  // A test that failed removes its database.
  backup.on('error', () => undefined);
  await backup.query('begin; select count(*) from sessions');
  return { url, backup };
}
