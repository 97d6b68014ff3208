import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createOutturnClient } from '@outturn/client';
import { demoSessions, demoThings } from '@outturn/demo-data';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateways } from '../support/load/gateways.ts';
import { outturn } from '../support/program.ts';

const gateways = useGateways();
let url: string;

beforeAll(async () => {
  ({ url } = await gateways.start(inject('databaseUrl')));
});

/** `outturn seed`, as users run it. */
async function seed(apiKey: string, ...args: string[]) {
  const child = spawn(process.execPath, [outturn, 'seed', ...args], {
    env: { ...process.env, OUTTURN_URL: url, OUTTURN_API_KEY: apiKey },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [, created, replayed] =
    stdout.match(/^([\d,]+) records created, ([\d,]+) already there, [\d.]+ s\n$/) ?? [];
  const toNumber = (count = '') => Number(count.replaceAll(',', ''));
  return { code: child.exitCode, created: toNumber(created), replayed: toNumber(replayed), stderr };
}

test('demo data is complete, and a second run adds only what has happened since', {
  timeout: 90_000,
}, async () => {
  const { token } = await mintKey();
  const client = createOutturnClient({ url, apiKey: token });
  const small = ['--days=12', '--sessions=20', '--seed=test'];

  const first = await seed(token, ...small);
  expect(first).toMatchObject({ code: 0, replayed: 0, stderr: '' });
  expect(first.created).toBeGreaterThan(1_000);
  const second = await seed(token, ...small);
  expect(second.replayed).toBe(first.created);

  // More days and more sessions hold the same ones and others.
  const more = await seed(token, '--days=14', '--sessions=25', '--seed=test');
  expect(more.replayed).toBe(second.created + second.replayed);
  expect(more.created).toBeGreaterThan(0);

  const { agents, customers } = demoThings();
  const { items } = await client.customers.list.query({ limit: 1_000 });
  expect(items.map(({ key }) => key).sort()).toEqual(customers.map(({ key }) => key).sort());
  expect(items[0]).toMatchObject({ metadata: { plan: expect.any(String), region: expect.any(String) } });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { by, totals } = await client.analytics.slice.query({
    window: { from: day(-20), to: day(1) },
    totals: ['revenue', 'value', 'cost', 'goals', 'margin', 'sessions'],
    by: { agents: { dimension: 'agent', totals: ['roi'] } },
  });
  for (const total of Object.values(totals ?? {})) expect(Number(total)).toBeGreaterThan(0);
  const rois = by?.agents?.map((group) => Number(group.totals?.roi)) ?? [];
  expect(rois).toHaveLength(agents.length);
  expect(Math.min(...rois)).toBeLessThan(0);
  expect(Math.max(...rois)).toBeGreaterThan(1);
});

test('what is wrong is said before anything is sent', async () => {
  expect(await seed('')).toMatchObject({ code: 1, stderr: expect.stringContaining('An API key is missing') });
  const { token } = await mintKey({ scopes: ['events:read'] });
  expect(await seed(token, '--days=1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('lacks the scope'),
  });
  expect(await seed(token, '--days=0')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('whole number'),
  });
  expect(await seed(token, '--seed=a b')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('letters'),
  });
});

describe('demo data', () => {
  const until = new Date('2026-10-14T15:00:00Z');
  const make = (options: object = {}) => [
    ...demoSessions({ seed: 'a', sessions: 50, days: 30, until, ...options }),
  ];

  test('is the same for the same seed, another for another one', () => {
    expect(make()).toEqual(make());
    expect(make({ seed: 'b' })).not.toEqual(make());
  });

  test('only grows with days, sessions and time', () => {
    const keys = make().map(({ key }) => key);
    for (const larger of [{ days: 60 }, { sessions: 80 }, { until: new Date('2026-10-14T23:59:59Z') }]) {
      const made = new Map(make(larger).map((session) => [session.key, session]));
      expect(made.size).toBeGreaterThan(keys.length);
      expect(make().map((session) => made.get(session.key))).toEqual(make());
    }
  });

  test('has not happened before it happens, and has a weekly rhythm', () => {
    const sessions = make({ days: 70 });
    for (const { records, end } of sessions) {
      expect(end <= until).toBe(true);
      expect(new Set(records.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(records.length);
    }
    const onDay = (day: number) => sessions.filter(({ start }) => start.getUTCDay() === day).length;
    expect(onDay(0)).toBeLessThan(onDay(2) / 2);
  });
});
