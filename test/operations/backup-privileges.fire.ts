import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'outturn-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two databases in which one role owns a schema, and nothing else. */
async function createStores() {
  const role = `backup_${randomUUID().replaceAll('-', '')}`;
  await on(inject('databaseUrl'), `create role ${role} login password '${role}'`);
  onTestFinished(() => on(inject('databaseUrl'), `drop role ${role}`).then(() => undefined));
  const urls: string[] = [];
  for (const name of [`${role}_a`, `${role}_b`]) {
    const { url: admin, remove } = await createDatabase(inject('databaseUrl'), name);
    onTestFinished(remove);
    await on(admin, `grant ${role} to current_user`);
    await on(admin, 'revoke all on schema public from public');
    await on(admin, `create schema "My App" authorization ${role}`);
    await on(admin, `alter role ${role} in database ${name} set search_path = "My App"`);
    const url = new URL(admin);
    url.username = role;
    url.password = role;
    urls.push(url.href);
  }
  const [first = '', second = ''] = urls;
  return { first, second, role };
}

test.runIf(!citusUrl)(
  'role that owns its schema backs up and restores, and never less than all rows',
  async () => {
    const { first, second, role } = await createStores();
    const file = path.join(folder, 'file');
    await runOutturn(first, 'migrate');
    await on(
      first,
      `insert into developers (id, name, plan, created_at) values (gen_random_uuid(), 'acme', 'free', now())`,
    );
    // Milliseconds: a backup is often idle for longer between two statements.
    const limit = `alter role ${role} in database ${role}_a set idle_in_transaction_session_timeout`;
    await on(first, `${limit} = 1`);
    expect(await runOutturn(first, 'backup', file)).toMatchObject({ code: 0, errors: '' });
    expect(await runOutturn(second, 'restore', '--keep-keys', file)).toMatchObject({ code: 0, errors: '' });
    expect(await on(second, 'select name from developers')).toEqual([{ name: 'acme' }]);

    await on(first, 'alter table developers enable row level security, force row level security');
    expect(await runOutturn(first, 'backup', '--force', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(
        'query would be affected by row-level security policy for table "developers"',
      ),
    });
  },
);
