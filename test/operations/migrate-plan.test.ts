import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, createMigratedDatabase } from '../support/create-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';

const nameOf = (of: string) => `${of}_${randomUUID().replaceAll('-', '')}`;

/** A database before the migrations 020 and 021, whose second step is left. */
async function createOlderStore(): Promise<string> {
  const { url, remove } = await createMigratedDatabase(
    inject('databaseUrl'),
    nameOf('plan'),
    inject('template'),
  );
  onTestFinished(remove);
  await on(
    url,
    `drop trigger commits_refused on commits; drop function refuse_numberless_gateways;
     alter table idempotency_keys drop column operation; delete from migrations where name >= '020';
     update required_schema set number = 0`,
  );
  return url;
}

const plan = async (url: string) => JSON.parse((await runOutturn(url, 'migrate', '--plan', '--json')).output);

test('migrate --plan names locks, work and sizes of both steps, and changes nothing', async () => {
  const url = await createOlderStore();
  await on(
    url,
    `insert into idempotency_keys (developer_id, key_hash, fingerprint)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, 5000)`,
  );
  await on(url, 'analyze idempotency_keys');
  const [size] = await on<{ bytes: number }>(
    url,
    `select pg_total_relation_size('idempotency_keys')::int as bytes`,
  );
  const before = await on(url, 'select * from migrations');

  const { pending, finish, ...rest } = await plan(url);
  expect(pending).toEqual([
    {
      name: '020-operations-of-keys',
      tables: [
        {
          table: 'idempotency_keys',
          lock: 'ACCESS EXCLUSIVE',
          blocks: 'reads and writes',
          reads: false,
          changesRows: false,
          rewrites: false,
          rows: 5000,
          ...size,
        },
      ],
    },
    {
      name: '021-numberless-gateways',
      tables: [expect.objectContaining({ table: 'commits', lock: 'SHARE ROW EXCLUSIVE', blocks: 'writes' })],
    },
  ]);
  expect(finish).toContainEqual(
    expect.objectContaining({ table: 'required_schema', lock: 'ACCESS EXCLUSIVE', changesRows: true }),
  );
  expect(rest).toEqual({ isNew: false, unknown: [], lockTimeout: 500, givesUpAfter: 60_000 });
  expect(await on(url, 'select * from migrations')).toEqual(before);

  const { code, output } = await runOutturn(url, 'migrate', '--plan');
  expect(code).toBe(0);
  expect(output).toContain('outturn migrate runs 2 migrations');
  expect(output).toMatch(
    /^020-operations-of-keys +idempotency_keys +ACCESS EXCLUSIVE +reads and writes +none +5,000 +[\d.]+ MB$/m,
  );
  expect(output).toContain('outturn migrate --finish then excludes older versions');
});

test('migrate --plan of a finished database has nothing to do', async () => {
  const url = await createOlderStore();
  await runOutturn(url, 'migrate', '--finish');
  expect((await runOutturn(url, 'migrate', '--plan')).output).toBe('No migration is pending.\n');
  expect(await plan(url)).toMatchObject({ pending: [], finish: null });
});

test('migrate --plan names migrations of a newer version', async () => {
  const url = await createOlderStore();
  await on(url, `insert into migrations (name) values ('998-newer')`);
  expect((await runOutturn(url, 'migrate', '--plan')).output).toContain(
    'A newer version of Outturn has migrated this database: 998-newer.\n',
  );
});

test('migrate --plan leaves an empty database empty', async () => {
  const { url, remove } = await createDatabase(inject('databaseUrl'), nameOf('plan'));
  onTestFinished(remove);
  expect((await runOutturn(url, 'migrate', '--plan')).output).toBe(
    'The database is new: outturn migrate makes its tables.\n',
  );
  expect(await on(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test.each([
  [['--plan'], '', '--plan needs DATABASE_URL. The embedded database is upgraded by its next start.'],
  [['--json'], 'postgres://nowhere.invalid/outturn', '--json needs --plan.'],
  [['--plan', '--finish'], '', "option '--plan' cannot be used with option '--finish'"],
])('migrate %s is refused', async (options, url, message) => {
  const { code, errors } = await runOutturn(url, 'migrate', ...options);
  expect(code).toBe(1);
  expect(errors).toContain(message);
});
