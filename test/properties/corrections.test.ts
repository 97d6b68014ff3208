import {
  createService,
  type Operation,
  operations,
  type Principal,
  type Service,
  subscriptions,
} from '@outturn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordKinds } from '../../packages/service/src/records/record-kinds.ts';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { verifyRollups } from '../../packages/service/src/rollups/verify-rollups.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { figure, report } from '../support/load/figures.ts';
import { Random } from '../support/load/random.ts';
import { wrongRollups } from '../support/load/rollup-oracle.ts';
import { waitUntil } from '../support/load/wait-until.ts';

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

type Model = {
  id: string;
  amount: number;
  agentKey: string | null;
  recordedAt: string;
  isVoided: boolean;
  version: number;
};

/** At the edges of days, and where clocks are changed in the window. */
const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham'] as const;

/** In cents, so that sums are exact. */
const decimal = (cents: number) => (cents / 100).toFixed(2);

async function run<T>(operation: Operation, principal: Principal, input: unknown, key?: string): Promise<T> {
  const service = services[Math.floor(Math.random() * 2)] as Service;
  const call = { principal, requestId: 'test', idempotencyKey: () => key };
  return (await service.execute(operation, call, input)).output.value as T;
}

async function figures(principal: Principal, timeZone: string) {
  const window = { from: '2026-01-01', to: '2026-05-01' };
  const by = { agents: { dimension: 'agent', first: 10, totals: ['revenue', 'revenueCount'] } };
  const series = { days: { every: 'day', totals: ['revenue', 'revenueCount'] } };
  const input = { window, timeZone, totals: ['revenue', 'revenueCount'], by, series };
  type Totals = { revenue: string; revenueCount: number };
  type Answer = {
    totals: Totals;
    by: { agents: { key: string | null; totals: Totals }[] };
    series: { days: { start: string; totals: Totals }[] };
  };
  const answer = await run<Answer>(operations.analytics.slice, principal, input);
  const cents = ({ revenue, revenueCount }: Totals) => [Math.round(Number(revenue) * 100), revenueCount];
  const groups = answer.by.agents.map(({ key, totals }): [string, number[]] => [`${key}`, cents(totals)]);
  const days = answer.series.days.flatMap(({ start, totals }): [string, number[]][] =>
    totals.revenueCount > 0 ? [[dayIn(timeZone, start), cents(totals)]] : [],
  );
  return {
    totals: cents(answer.totals),
    groups: Object.fromEntries(groups),
    days: Object.fromEntries(days),
  };
}

function dayIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant));
}

function expected(models: readonly Model[], timeZone: string) {
  const active = models.filter(({ isVoided }) => !isVoided);
  const sum = (all: readonly Model[]) => [all.reduce((total, { amount }) => total + amount, 0), all.length];
  const sums = (nameOf: (model: Model) => string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(active, nameOf)).map(([name, all]) => [name, sum(all ?? [])]),
    );
  return {
    totals: sum(active),
    groups: sums(({ agentKey }) => `${agentKey}`),
    days: sums(({ recordedAt }) => dayIn(timeZone, recordedAt)),
  };
}

/** Keeps the amounts that a stream of records tells. It is cut off at random, and resumed on any gateway. */
class Follower {
  /** In cents, by record. */
  readonly amounts = new Map<string, number>();
  corrections = 0;
  hasBegun = false;
  #leave = new AbortController();
  #isOver = false;
  readonly #ended: Promise<void>;

  constructor(principal: Principal, random: Random) {
    this.#ended = this.#follow(principal, random);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#leave.abort();
    await this.#ended;
  }

  async #follow(principal: Principal, random: Random): Promise<void> {
    let lastEventId: string | undefined;
    while (!this.#isOver) {
      this.#leave = new AbortController();
      const call = { principal, requestId: 'follower', idempotencyKey: () => undefined };
      const events = random
        .pick(services)
        .subscribe(
          subscriptions.records.live,
          { call, signal: this.#leave.signal },
          { kinds: ['revenues'], ...(lastEventId && { lastEventId }) },
        );
      let left = 1 + random.below(20);
      for await (const { id, data } of events) {
        this.hasBegun = true;
        lastEventId = id ?? lastEventId;
        this.#note(data as Told);
        if (--left === 0) break;
      }
      this.#leave.abort();
    }
  }

  #note(told: Told): void {
    const { amounts } = this;
    if (told.kind === 'position') return;
    if (told.kind === 'revenues') {
      expect(amounts.has(told.record.id)).toBe(false);
      amounts.set(told.record.id, centsOf(told.record));
      return;
    }
    const { recordId } = told.correction;
    expect(told.before ? centsOf(told.before) : undefined).toBe(amounts.get(recordId));
    this.corrections++;
    if (told.after) amounts.set(recordId, centsOf(told.after));
    else amounts.delete(recordId);
  }
}

type Amount = { amount: string };
type Told =
  | { kind: 'position' }
  | { kind: 'revenues'; record: Amount & { id: string } }
  | {
      kind: 'revenues.corrected';
      correction: { recordId: string };
      before: Amount | null;
      after: Amount | null;
    };

const centsOf = ({ amount }: Amount) => Math.round(Number(amount) * 100);

test('figures are those of a plain model after any corrections, with retries, on two gateways', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = new Random(seed);
  const principal = await newPrincipal(services[0] as Service, store);
  const agentKey = () => random.pick(['a', 'b', 'c', null]);
  const recordedAt = () =>
    new Date(Date.UTC(2026, 1 + random.below(2), 28, random.below(400), 30)).toISOString();
  const models: Model[] = [];
  const follower = new Follower(principal, new Random(seed + 1));
  await waitUntil('it follows', () => follower.hasBegun);
  for (let i = 0; i < RECORDS; i++) {
    const given = { amount: random.below(10_000), agentKey: agentKey(), recordedAt: recordedAt() };
    const input = { ...given, amount: decimal(given.amount), sessionKey: 's' };
    const { id } = await run<{ id: string }>(operations.revenues.record, principal, input);
    models.push({ id, ...given, isVoided: false, version: 1 });
  }
  for (let step = 0; step < STEPS; step++) {
    const items = Array.from({ length: 1 + random.below(3) }, (_, i) => {
      const model = random.pick(models);
      const changes = { amount: random.below(10_000), agentKey: agentKey(), recordedAt: recordedAt() };
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
      const isSame =
        changes.amount === model.amount &&
        changes.agentKey === model.agentKey &&
        changes.recordedAt === model.recordedAt;
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
    if (random.below(10) === 0 || step === STEPS - 1) {
      const zone = random.pick(zones);
      const found = { seed, step, zone, ...(await figures(principal, zone)) };
      expect(found).toEqual({ seed, step, zone, ...expected(models, zone) });
    }
  }
  const done = models.reduce((sum, { version }) => sum + version - 1, 0);
  await waitUntil('the follower was told of all', () => follower.corrections >= done);
  await follower.stop();
  expect(follower.corrections).toBe(done);
  const active = models.filter(({ isVoided }) => !isVoided);
  expect(follower.amounts).toEqual(new Map(active.map(({ id, amount }) => [id, amount])));
  expect(await wrongRollups(store.database, principal.developerId)).toEqual([]);
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
  report(
    `${STEPS} batches of random corrections over two gateways, a tenth sent twice: totals, groups and days in three zones equal a plain model, and a follower that is cut off at random sums to the same`,
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
