import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

// A command on another database than was meant left its tables there, and said nothing.
test('a command says which database it has migrated, once', async () => {
  const name = `outturn_migrated_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createDatabase(inject('databaseUrl'), name);
  onTestFinished(remove);
  const { host } = new URL(url);

  const first = await runOutturn(url, 'keys', 'list');
  expect(first).toMatchObject({ code: 0, output: 'There are no API keys.\n' });
  expect(first.errors).toMatch(`Migrated the database ${name} at ${host}: 001-`);
  expect((await runOutturn(url, 'keys', 'list')).errors).toBe('');
});
