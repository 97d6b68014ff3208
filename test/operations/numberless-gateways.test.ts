import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createMigratedDatabase } from '../support/create-database.ts';
import { on } from '../support/on.ts';

test('start of a 0.1.0 gateway, which names no number, is refused from the second step on', async () => {
  const name = `numberless_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createMigratedDatabase(inject('databaseUrl'), name, inject('template'));
  onTestFinished(remove);
  const startedBy = async (name: string) => {
    const client = new Client({ connectionString: url, application_name: name });
    await client.connect();
    // The statement of each start.
    const start = 'delete from commits where xid >= pg_snapshot_xmax(pg_current_snapshot())';
    return client
      .query(start)
      .then(() => 'started', String)
      .finally(() => client.end());
  };
  const refused = 'and this version of Outturn knows none. Start a newer version.';
  expect(await startedBy('outturn')).toContain(refused);
  expect(await startedBy('outturn billing')).toContain(refused);
  for (const name of ['outturn/21', 'psql', '']) expect(await startedBy(name)).toBe('started');
  await on(url, 'update required_schema set number = 0');
  expect(await startedBy('outturn')).toBe('started');
});
