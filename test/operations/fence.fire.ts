import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { schemaNumber } from '../../packages/service/src/database/migrations/index.ts';
import { readBackup } from '../support/backup-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { bound } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runProgram } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { buildNextVersion, NEXT_NUMBER } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { usePgBouncer } from '../support/pooler/pgbouncer.ts';
import { outturn } from '../support/program.ts';
import { createStore, ready, record, require, revenueOf, TOO_OLD } from '../support/required-schema.ts';

const gateways = useGateways();
/** More at once than a pool has connections. */
const AT_ONCE = 20;
/** Milliseconds. */
const SOON = bound(20_000, 5_000);
let next: string;
beforeAll(async () => {
  next = await buildNextVersion({ hasFence: true });
}, 120_000);

/** Records of every kind and of every form of the recording statement, and questions; resolves to the statuses. */
async function useAll(gateway: Gateway, token: string, round: string): Promise<Set<number>> {
  const at = '2024-01-15T10:30:00.000Z';
  const post = (path: string, body: unknown) =>
    send(`${gateway.url}${path}`, { token, body: JSON.stringify(body) });
  const keys = (i: number) => ({
    agentKey: `a-${round}-${i}`,
    customerKey: 'c',
    sessionKey: `s-${round}-${i}`,
  });
  const calls = Array.from({ length: AT_ONCE }, (_, i) => [
    () => post('/v1/revenues', minimal),
    () => post('/v1/revenues', { ...minimal, ...keys(i), key: `k-${round}-${i}` }),
    () => post('/v1/goals', { goalKey: 'sold', achievedAt: at, ...keys(i) }),
    () => post('/v1/events', { type: 'note', occurredAt: at, agentKey: `a-${round}-${i}` }),
    () => post('/v1/outcomes', { value: '1', generatedAt: at }),
    () => post('/v1/revenues/batch', [minimal, { ...minimal, ...keys(i) }]),
    () => revenueOf(gateway, token),
  ]).flat();
  const answers = await Promise.all(calls.map((call) => call()));
  return new Set(answers.map(({ status }) => status));
}

/** Every row that recording writes. */
const stored = (url: string, deltas: string) =>
  on(
    url,
    `select (select count(*) from revenues) as revenues, (select count(*) from outcomes) as outcomes,
       (select count(*) from goals) as goals, (select count(*) from events) as events,
       (select count(*) from agents) as agents, (select count(*) from sessions) as sessions,
       (select count(*) from idempotency_keys) as keys, (select count(*) from commits) as commits,
       (select coalesce(sum(records), 0) from ${deltas}) + (select coalesce(sum(count), 0) from rollups where cut = 0 and grain = 15) as facts`,
  );

async function createEmpty(): Promise<string> {
  const created = await createDatabase(inject('databaseUrl'), `fence_${randomUUID().replaceAll('-', '')}`);
  onTestFinished(created.remove);
  return created.url;
}

async function expectFence(env: (url: string) => NodeJS.ProcessEnv): Promise<void> {
  const { url, token } = await createStore();
  const old = await gateways.start(url, env(url));
  for (const round of ['first', 'second'])
    expect(await useAll(old, token, round)).toEqual(new Set([200, 201]));
  const before = await stored(url, 'rollup_deltas');

  expect(await runProgram(next, url, 'migrate')).toMatchObject({ output: 'Ran 999-next-version.\n' });
  expect(await useAll(old, token, 'fenced')).toEqual(new Set([500]));
  // Without the number, the gateway is ready and tries: the fence alone holds.
  await require(url, schemaNumber);
  await waitUntil('it is ready', async () => (await ready(old)) === 200);
  expect(await useAll(old, token, 'ready')).toEqual(new Set([500]));
  expect(await ready(old)).toBe(200);
  await require(url, NEXT_NUMBER);
  await waitUntil('it is unready', async () => (await ready(old)) === 503, SOON);
  const { status, headers } = await record(old, token);
  expect([status, headers.get('retry-after')]).toEqual([500, '1']);
  expect(await stored(url, 'rollup_deltas_2')).toEqual(before);

  const after = await gateways.start(url, env(url), { program: next });
  expect(await useAll(after, token, 'after')).toEqual(new Set([200, 201]));
  const [sum] = await on<{ revenue: number }>(url, 'select sum(amount)::float8 as revenue from revenues');
  expect(Number((await revenueOf(after, token)).revenue)).toBe(sum?.revenue);
  expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  await old.stop();
  expect(old.child.exitCode).toBe(0);
  await expect(gateways.start(url, env(url))).rejects.toThrow(TOO_OLD);
}

test(
  'older gateway stores and sums nothing once a migration with a fence has run',
  () => expectFence(() => ({})),
  120_000,
);

describe('behind PgBouncer', { tags: 'PgBouncer' }, () => {
  const pooler = usePgBouncer();
  test(
    'older gateway stores and sums nothing once a migration with a fence has run',
    () =>
      expectFence((url) => ({
        DATABASE_URL: pooler.through(url),
        DATABASE_DIRECT_URL: url,
        DATABASE_PREPARED_STATEMENTS: 'off',
      })),
    120_000,
  );
});

test('migration with a fence on a new database leaves it ready for its version alone', async () => {
  const url = await createEmpty();
  expect((await runProgram(next, url, 'migrate')).output).toMatch(/^Ran 001-.*999-next-version\.\n$/);
  expect(await on(url, 'select number from required_schema')).toEqual([{ number: NEXT_NUMBER }]);
  await expect(gateways.start(url)).rejects.toThrow(TOO_OLD);
});

test('backups of the schema before a fence, also by the version after it, are restored and migrated', {
  timeout: 240_000,
}, async () => {
  const { url, token } = await createStore();
  const old = await gateways.start(url);
  expect(await useAll(old, token, 'backup')).toEqual(new Set([200, 201]));
  await old.stop();
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-fence-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = await stored(url, 'rollup_deltas');
  for (const [name, program] of Object.entries({ old: outturn, next })) {
    const file = path.join(folder, name);
    expect(await runProgram(program, url, 'backup', file)).toMatchObject({ code: 0, errors: '' });
    const { header } = await readBackup(file);
    expect(header.tables.map((table) => table.name)).toContain('rollup_deltas');
    const restored = await createEmpty();
    expect(await runProgram(next, restored, 'restore', '--keep-keys', file)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Ran 999-next-version.\n'),
    });
    expect(await stored(restored, 'rollup_deltas_2')).toEqual([{ ...before[0], commits: '0' }]);
    expect(await runProgram(next, restored, 'rollups', 'verify')).toMatchObject({ code: 0 });
  }
  expect(await on(url, 'select number from required_schema')).not.toEqual([{ number: NEXT_NUMBER }]);
});
