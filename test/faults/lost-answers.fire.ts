import { createService, type Operation, operations, type Principal, type Service } from '@outturn/service';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { type Fact, factKinds } from '../support/load/facts.ts';
import { figure, report } from '../support/load/figures.ts';
import { makeFlaky, type Strike } from '../support/load/flaky-database.ts';
import type { Acknowledged } from '../support/load/journal.ts';
import { reconcile } from '../support/load/reconcile.ts';

const RUNS = figure(15, 500);

const store = usePrivateDatabase();
let service: Service;

beforeAll(async () => {
  service = await createService({ url: store.url, poolSize: 4 });
});
afterAll(() => service.close());

/** The reservations of a record: by an idempotency key, by a key of its own (revenues only). */
type Reservations = { isKeyed: boolean; isNatural: boolean };

const inputs = {
  revenues: { amount: '0.000000001', recordedAt: '2026-06-30T12:00:00Z', agentKey: 'agent' },
  outcomes: { value: '12.5', agentKey: 'agent', customerKey: 'customer' },
  goals: { goalKey: 'signup', sessionKey: 'session', agentKey: 'agent' },
  events: { type: 'tool.call', toolKey: 'mail', cost: '3' },
};

const noneOrOne: Reservations[] = [
  { isKeyed: false, isNatural: false },
  { isKeyed: true, isNatural: false },
  { isKeyed: false, isNatural: true },
];
const everyReservations: Reservations[] = [...noneOrOne, { isKeyed: true, isNatural: true }];

/** Records a few of every kind concurrently; expects each to be created, with one row behind it. */
function recordAll(principal: Principal, reservations: readonly Reservations[]): Promise<Acknowledged[]> {
  const calls = reservations.flatMap(({ isKeyed, isNatural }, i) =>
    factKinds.map(async (kind) => {
      const natural = isNatural && kind === 'revenues' && { key: `natural ${i}` };
      const fact: Fact = { kind, input: { ...inputs[kind], ...natural } };
      const context = {
        principal,
        requestId: 'request',
        ...(isKeyed && { idempotencyKey: () => `key-of-${kind}-${i}` }),
      };
      // The four operations differ in types alone.
      const operation: Operation = operations[kind].record;
      const { output, replayed } = await service.execute(operation, context, fact.input);
      expect(replayed).toBe(false);
      return { fact, id: JSON.parse(output.text).id, record: output.text, created: 1, replayed: 0 };
    }),
  );
  return Promise.all(calls);
}

/** Records through a database with these faults; expects that no caller notices. */
async function expectUnnoticed(
  code: string | undefined,
  strikes: readonly Strike[],
  reservations: readonly Reservations[],
) {
  const { token, developerId } = await openAccount(store.database);
  const principal = await service.authenticate(`Bearer ${token}`);
  if (principal instanceof Error) throw principal;
  const { left } = makeFlaky(service.database, code, strikes);
  const told = await recordAll(principal, reservations);
  expect(await reconcile(store.database, developerId, told)).toEqual([]);
  return left();
}

/** Errors of the driver for a lost connection, and of PostgreSQL for a lost connection or a retry. */
const passing = [
  undefined,
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P03',
  '08006',
  '53300',
];
const rolledBack = ['40001', '40P01', '55P03'];

describe.each(passing)('an error %s', (code) => {
  test('before the statement arrives loses nothing', async () => {
    expect(await expectUnnoticed(code, ['before'], noneOrOne)).toBe(0);
  });

  test('in place of its answer doubles nothing', async () => {
    expect(await expectUnnoticed(code, ['after'], noneOrOne)).toBe(0);
  });
});

test.each(rolledBack)('an error %s, after which nothing is written, is retried', async (code) => {
  expect(await expectUnnoticed(code, ['before'], noneOrOne)).toBe(0);
});

describe('each way of reserving alone', () => {
  test.each(everyReservations)(
    '%o survives a lost answer and the outage that follows',
    async (reservations) => {
      await expectUnnoticed('ECONNRESET', ['after', 'before', 'before'], [reservations]);
      await expectUnnoticed('ECONNRESET', ['before', 'after', 'before', 'after'], [reservations]);
    },
  );
});

test('a key that replays a record by its own key is bound, also when that write was lost at first', async () => {
  const { token } = await openAccount(store.database);
  const principal = (await service.authenticate(`Bearer ${token}`)) as Principal;
  const input = { ...inputs.revenues, key: 'invoice' };
  const { record } = operations.revenues;
  await service.execute(record, { principal, requestId: 'first' }, input);

  const second = { principal, requestId: 'second', idempotencyKey: () => 'second' };
  for (const strikes of [
    ['not', 'before'],
    ['not', 'not', 'before'],
  ] as const) {
    makeFlaky(service.database, 'ECONNRESET', strikes);
    expect(await service.execute(record, second, input)).toMatchObject({ replayed: true });
  }
  await expect(service.execute(record, second, inputs.revenues)).rejects.toMatchObject({
    code: 'Idempotency Key Reused',
  });
});

test('each record is there once, whatever is lost and in whichever order', {
  timeout: 3_600_000,
}, async () => {
  const strikes = fc.array(fc.constantFrom<Strike>('before', 'after', 'not'), { maxLength: 6 });
  const reservations = fc.array(fc.constantFrom(...everyReservations), { minLength: 1, maxLength: 4 });
  const law = fc.asyncProperty(
    fc.constantFrom(...passing),
    strikes,
    reservations,
    async (code, plan, some) => {
      await expectUnnoticed(code, plan, some);
    },
  );
  await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  report(
    `${RUNS} random orders of lost statements and lost answers, in the driver: each record is there once`,
  );
});
