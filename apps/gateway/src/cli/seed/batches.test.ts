import type { DemoRecord, DemoSession } from '@outturn/demo-data';
import { expect, test } from 'vitest';
import { inBatchesByKind } from './batches.ts';

const start = new Date('2026-01-01T00:00:00Z');
const event = (key: string): DemoRecord => ({ kind: 'events', input: { type: 'x' }, idempotencyKey: key });
const goal = (key: string) => ({ kind: 'goals' as const, input: { goalKey: 'x' }, idempotencyKey: key });
const revenue = (key: string): DemoRecord => ({
  kind: 'revenues',
  input: { amount: '1', recordedAt: start.toISOString() },
  idempotencyKey: key,
  goal: goal('g'),
  event: undefined,
});
const session = (key: string, records: DemoRecord[]): DemoSession => ({
  key,
  agentKey: 'a',
  customerKey: 'c',
  start,
  end: start,
  records,
});

async function* batches(...sessions: DemoSession[]) {
  for await (const { kind, records, sessions: count } of inBatchesByKind(sessions)) {
    yield { kind, keys: records.map(({ idempotencyKey }) => idempotencyKey), count };
  }
}

test('records are grouped by kind in their order', async () => {
  const made = await Array.fromAsync(
    batches(session('s1', [event('e1'), goal('g1'), event('e2')]), session('s2', [goal('g2')])),
  );
  expect(made).toEqual([
    { kind: 'events', keys: ['e1', 'e2'], count: 2 },
    { kind: 'goals', keys: ['g1', 'g2'], count: 2 },
  ]);
});

test('a batch is sent as soon as it is full, with the sessions made so far', async () => {
  const many = Array.from({ length: 1_100 }, (_, i) => event(`e${i}`));
  const made = await Array.fromAsync(
    batches(session('s1', [goal('g1'), ...many.slice(0, 600)]), session('s2', many.slice(600))),
  );
  expect(made.map(({ kind, keys, count }) => [kind, keys.length, count])).toEqual([
    ['events', 500, 1],
    ['events', 500, 2],
    ['events', 100, 2],
    ['goals', 1, 2],
  ]);
  expect(made.filter(({ kind }) => kind === 'events').flatMap(({ keys }) => keys)).toEqual(
    many.map(({ idempotencyKey }) => idempotencyKey),
  );
});

test('goals and events come before revenues, which may name them', async () => {
  const revenues = Array.from({ length: 501 }, (_, i) => revenue(`r${i}`));
  const made = await Array.fromAsync(
    batches(session('s1', [revenue('r'), goal('g1'), event('e1'), ...revenues, goal('g2')])),
  );
  expect(made.map(({ kind, keys }) => [kind, keys.length])).toEqual([
    ['events', 1],
    ['goals', 1],
    ['revenues', 500],
    ['goals', 1],
    ['revenues', 2],
  ]);
});
