import { createService, type Operation, operations, type Principal, type Service } from '@outturn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordKinds } from '../../packages/service/src/records/record-kinds.ts';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { verifyRollups } from '../../packages/service/src/rollups/verify-rollups.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { figure, report } from '../support/load/figures.ts';
import { Random } from '../support/load/random.ts';
import { wrongRollups } from '../support/load/rollup-oracle.ts';

const STEPS = figure(300, 20_000);
const RECORDS = 12;

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

type Model = { id: string; amount: number; agentKey: string | null; isVoided: boolean; version: number };

/** In cents, so that sums are exact. */
const decimal = (cents: number) => (cents / 100).toFixed(2);

async function run<T>(operation: Operation, principal: Principal, input: unknown, key?: string): Promise<T> {
  const service = services[Math.floor(Math.random() * 2)] as Service;
  const call = { principal, requestId: 'test', idempotencyKey: () => key };
  return (await service.execute(operation, call, input)).output.value as T;
}

async function figures(principal: Principal) {
  const window = { from: '2026-01-01', to: '2026-03-01' };
  const by = { agents: { dimension: 'agent', first: 10, totals: ['revenue', 'revenueCount'] } };
  const input = { window, totals: ['revenue', 'revenueCount'], by };
  type Totals = { revenue: string; revenueCount: number };
  const answer = await run<{ totals: Totals; by: { agents: { key: string | null; totals: Totals }[] } }>(
    operations.analytics.slice,
    principal,
    input,
  );
  const cents = ({ revenue, revenueCount }: Totals) => [Math.round(Number(revenue) * 100), revenueCount];
  const groups = answer.by.agents.map(({ key, totals }): [string, number[]] => [`${key}`, cents(totals)]);
  return { totals: cents(answer.totals), groups: Object.fromEntries(groups) };
}

function expected(models: readonly Model[]) {
  const active = models.filter(({ isVoided }) => !isVoided);
  const sum = (all: readonly Model[]) => [all.reduce((total, { amount }) => total + amount, 0), all.length];
  const groups = Object.entries(Object.groupBy(active, ({ agentKey }) => `${agentKey}`));
  return {
    totals: sum(active),
    groups: Object.fromEntries(groups.map(([key, all]) => [key, sum(all ?? [])])),
  };
}

test('figures are those of a plain model after any corrections, with retries, on two gateways', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = new Random(seed);
  const principal = await newPrincipal(services[0] as Service, store);
  const agentKey = () => random.pick(['a', 'b', 'c', null]);
  const recordedAt = () => `2026-0${1 + random.below(2)}-1${random.below(10)}T10:30:00.000Z`;
  const models: Model[] = [];
  for (let i = 0; i < RECORDS; i++) {
    const given = { amount: random.below(10_000), agentKey: agentKey() };
    const input = { ...given, amount: decimal(given.amount), recordedAt: recordedAt(), sessionKey: 's' };
    const { id } = await run<{ id: string }>(operations.revenues.record, principal, input);
    models.push({ id, ...given, isVoided: false, version: 1 });
  }
  for (let step = 0; step < STEPS; step++) {
    const items = Array.from({ length: 1 + random.below(3) }, (_, i) => {
      const model = random.pick(models);
      const changes = { amount: random.below(10_000), agentKey: agentKey() };
      const action = random.pick(['void', 'restore', 'amend'] as const);
      return { model, action, changes, idempotencyKey: `${seed}-${step}-${i}` };
    });
    const input = items.map(({ model, action, changes, idempotencyKey }) => ({
      id: model.id,
      action,
      reason: 'test',
      idempotencyKey,
      ...(action === 'amend' && { changes: { ...changes, amount: decimal(changes.amount) } }),
    }));
    type Answer = { results: { status: string; correction?: { version: number } }[] };
    const { results } = await run<Answer>(operations.revenues.correctBatch, principal, input);
    for (const [i, { model, action, changes }] of items.entries()) {
      const isSame = changes.amount === model.amount && changes.agentKey === model.agentKey;
      const isRefused =
        action === 'restore' ? !model.isVoided : model.isVoided || (action === 'amend' && isSame);
      expect({ seed, step, status: results[i]?.status }).toEqual({
        seed,
        step,
        status: isRefused ? 'rejected' : 'created',
      });
      if (isRefused) continue;
      model.version++;
      expect(results[i]?.correction?.version).toBe(model.version);
      if (action === 'amend') Object.assign(model, changes);
      else model.isVoided = action === 'void';
    }
    if (random.below(10) === 0) {
      // A retry on any gateway changes nothing, and answers as the first did. A refused item holds no key.
      const done = results.map(({ status }) => status === 'created');
      const retried = input.filter((_, i) => done[i]);
      if (retried.length === 0) continue;
      const again = await run<Answer>(operations.revenues.correctBatch, principal, retried);
      expect(again.results).toEqual(
        results.filter((_, i) => done[i]).map((result) => ({ ...result, status: 'replayed' })),
      );
    }
    if (random.below(20) === 0) await foldRollups(store.database, principal.developerId);
    if (random.below(10) === 0 || step === STEPS - 1)
      expect({ seed, step, ...(await figures(principal)) }).toEqual({ seed, step, ...expected(models) });
  }
  expect(await wrongRollups(store.database, principal.developerId)).toEqual([]);
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
  report(
    `${STEPS} batches of random corrections over two gateways, a tenth sent twice: figures equal a plain model`,
  );
});

test('a record that moves between its tables is always found', async () => {
  const principal = await newPrincipal(services[0] as Service, store);
  const input = { amount: '1', recordedAt: '2026-01-15T10:30:00.000Z' };
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
