import { createService, type Operation, operations, type Principal, type Service } from '@outturn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions } from '../../packages/service/src/ledger/correcting/find-contradictions.ts';
import { recordKinds } from '../../packages/service/src/records/record-kinds.ts';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { rebuildRollups, verifyRollups } from '../../packages/service/src/rollups/verify-rollups.ts';
import type { Slice } from '../support/analytics/question.ts';
import { explainAnswers, type Shown } from '../support/correcting/explain-answers.ts';
import { Follower } from '../support/correcting/follower.ts';
import { expectedFigures, figuresOf, questionIn, zones } from '../support/correcting/plain-figures.ts';
import { type Plain, PlainModel } from '../support/correcting/plain-model.ts';
import { type Sent, StepGenerator } from '../support/correcting/random-steps.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { figure, report } from '../support/load/figures.ts';
import { holdRecording } from '../support/load/held.ts';
import { Random } from '../support/load/random.ts';
import { wrongRollups } from '../support/load/rollup-oracle.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** Each with an account of its own. */
const ROUNDS = figure(1, 66);
const STEPS = 300;
const RECORDS = 12;

const recordedAt = '2026-01-15T10:30:00.000Z';

const store = usePrivateDatabase();
/** Two gateways, each with caches and turns of its own. */
let services: Service[];
beforeAll(async () => {
  services = [];
  for (let i = 0; i < 2; i++) services.push(await createService({ url: store.url, connections: 10 }));
});
afterAll(async () => {
  for (const service of services) await service.close();
});

async function run<T>(operation: Operation, principal: Principal, input: unknown): Promise<T> {
  const service = services[Math.floor(Math.random() * 2)] as Service;
  const call = { principal, requestId: 'test', idempotencyKey: () => undefined };
  return (await service.execute(operation, call, input)).output.value as T;
}

type Batch = { results: Shown[] };

/** Sends the items of each operation in one batch, both at the same time. Returns results in the order of the items. */
async function send(principal: Principal, items: readonly Sent[]): Promise<Shown[]> {
  const { correctBatch, refundBatch } = operations.revenues;
  const batch = async (operation: Operation, kind: Sent['step']['kind']) => {
    const some = items.filter(({ step }) => step.kind === kind);
    if (some.length === 0) return [];
    const { results } = await run<Batch>(
      operation,
      principal,
      some.map(({ input }) => input),
    );
    return some.map((item, i): [Sent, Shown] => [item, results[i] as Shown]);
  };
  const results = new Map(
    (await Promise.all([batch(correctBatch, 'correct'), batch(refundBatch, 'refund')])).flat(),
  );
  return items.map((item) => results.get(item) as Shown);
}

async function check(seed: number): Promise<void> {
  const random = new Random(seed);
  const principal = await newPrincipal(services[0] as Service, store);
  const generator = new StepGenerator(random, `${seed}`);
  const follower = new Follower(services, principal, new Random(seed + 1));
  await waitUntil('it follows', () => follower.hasBegun);
  let model = new PlainModel();
  const record = async () => {
    const { plain, input } = generator.revenue();
    const { id } = await run<{ id: string }>(operations.revenues.record, principal, input);
    model.records.push({ ...plain, id });
  };
  for (let i = 0; i < RECORDS; i++) await record();
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.02)) await record();
    const items = generator.next(model.records);
    const results = await send(principal, items);
    const explained = explainAnswers(
      model,
      items.map(({ step }, i) => ({ step, shown: results[i] as Shown })),
    );
    if (!explained) expect.fail(wrongAnswers({ seed, step, items, results, records: model.records }));
    model = explained;
    // A retry on any gateway changes nothing, and answers as the first did. A refused item holds no key.
    if (random.chance(0.1)) {
      const done = (_: unknown, i: number) => results[i]?.status !== 'rejected';
      const again = await send(principal, items.filter(done));
      expect(again).toEqual(results.filter(done).map((result) => ({ ...result, status: 'replayed' })));
    }
    if (random.chance(0.05)) await foldRollups(store.database, principal.developerId);
    if (random.chance(0.01)) await rebuildRollups(store.database, recordKinds);
    if (random.chance(0.1) || step === STEPS - 1) {
      const zone = random.pick(zones);
      const answer = await run<Slice>(operations.analytics.slice, principal, questionIn(zone));
      const expected = { seed, step, zone, ...expectedFigures(model.active, zone) };
      expect({ seed, step, zone, ...figuresOf(answer, zone) }).toEqual(expected);
    }
  }
  const corrections = model.records.reduce((sum, { version }) => sum + version - 1, 0);
  const all = { records: model.records.length, corrections };
  await waitUntil('the follower was told of all', () => follower.wasToldOf(all));
  await follower.stop();
  expect(follower).toMatchObject(all);
  expect(follower.amounts).toEqual(new Map(model.active.map(({ id, amount }) => [id, amount])));
  expect(await wrongRollups(store.database, principal.developerId)).toEqual([]);
}

function wrongAnswers(what: {
  seed: number;
  step: number;
  items: readonly Sent[];
  results: readonly Shown[];
  records: readonly Plain[];
}): string {
  const text = JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? String(value) : value), 1);
  return `In no order of the items are these answers right: ${text}`;
}

test('figures are those of a plain model after any corrections and refunds, with retries, on two gateways', {
  timeout: 1_800_000,
}, async () => {
  const seed = Math.floor(Math.random() * 1e9);
  for (let round = 0; round < ROUNDS; round++) await check(seed + 2 * round);
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
  expect(await Array.fromAsync(findContradictions(store.database, recordKinds))).toEqual([]);
  report(
    `${ROUNDS} × ${STEPS} times random batches of corrections and refunds at once over two gateways, a tenth sent twice: totals, groups and days in three zones equal a plain model, and a follower that is cut off at random sums to the same`,
  );
});

/** A revenue that is voided, with a refund of half of it that is voided, too. */
async function voidedWithRefund(principal: Principal): Promise<{ id: string; refundId: string }> {
  const input = { amount: '30', recordedAt };
  const { id } = await run<{ id: string }>(operations.revenues.record, principal, input);
  const half = { id, amount: '15', recordedAt };
  const { id: refundId } = await run<{ id: string }>(operations.revenues.refund, principal, half);
  for (const one of [refundId, id])
    await run(operations.revenues.correct, principal, { id: one, action: 'void', reason: 'test' });
  return { id, refundId };
}

// One statement locks what counts, and another what is voided. In between, a record moves from one table to the other.
test.each([
  ['a refund of it', 'refund', { amount: '-10', version: 1 }],
  ['the restore of its refund', 'correct', { version: 3, after: { amount: '-15' } }],
] as const)('a revenue that is being restored is found by %s', async (_, verb, expected) => {
  const principal = await newPrincipal(services[0] as Service, store);
  const { id, refundId } = await voidedWithRefund(principal);
  const held = await holdRecording(store.database, principal.developerId, 1);
  const restore = (id: string) => ({ id, action: 'restore', reason: 'test' });
  const send = async (service: Service | undefined, operation: Operation, input: unknown) => {
    const call = { principal, requestId: 'test', idempotencyKey: () => undefined };
    return (await service?.execute(operation, call, input))?.output.value;
  };
  const restoring = send(services[0], operations.revenues.correct, restore(id));
  await held.waiting(1);
  const input = verb === 'refund' ? { id, amount: '10', recordedAt } : restore(refundId);
  const following = send(services[1], operations.revenues[verb], input);
  await held.waiting(2);
  await held.release();
  await restoring;
  expect(await following).toMatchObject(expected);
});

test('a record that moves between its tables is always found', async () => {
  const principal = await newPrincipal(services[0] as Service, store);
  const input = { amount: '1', recordedAt };
  const { id } = await run<{ id: string }>(operations.revenues.record, principal, input);
  let isOver = false;
  const correcting = (async () => {
    for (let i = 0; i < 60; i++)
      await run(operations.revenues.correct, principal, {
        id,
        action: i % 2 ? 'restore' : 'void',
        reason: 'r',
      });
    isOver = true;
  })();
  while (!isOver) expect(await run(operations.revenues.get, principal, { id })).toMatchObject({ id });
  await correcting;
});
