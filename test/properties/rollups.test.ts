import { Agent } from 'node:http';
import { recordKinds, verifyRollups } from '@outturn/service';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { type Fact, valuedGoals, valuedTools } from '../support/load/facts.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { oddZones, zonesOffTheQuarter } from '../support/load/odd-zones.ts';
import { wrongDays, wrongRollups, wrongWeeks } from '../support/load/rollup-oracle.ts';
import { routes } from '../support/load/routes.ts';

const RUNS = figure(10, 300);
const FACTS = figure(40, 200);

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
let url: string;
let zones: string[];

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
  zones = await oddZones(store.database);
});

/** Days on which some zone changed its offset by or to an unusual value, and the first of recordable time. */
const remarkableDays = [
  '1970-01-03', // among the first local days that can be recorded whole
  '1972-01-07', // Monrovia left -00:44:30
  '1979-10-01', // Kiritimati left -10:40
  '1986-01-01', // Kathmandu went from +05:30 to +05:45
  '2006-10-29', // Saint John's set its clocks back at one minute past midnight
  '2007-12-09', // Caracas went from -04:00 to -04:30
  '2011-12-30', // Apia had no such day
  '2018-05-05', // Pyongyang went from +08:30 to +09:00
  '2026-04-05', // Lord Howe turns back by half an hour, Chatham by an hour at 03:45
  '2026-06-30',
];

/** Instants on those days and next to them, preferring the edges of quarters of an hour. */
const instant = fc
  .record({
    day: fc.constantFrom(...remarkableDays),
    quarter: fc.integer({ min: -96, max: 191 }),
    beside: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: 899_999 })),
  })
  .map(({ day, quarter, beside }) => new Date(Date.parse(day) + quarter * 900_000 + beside).toISOString());

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.stringMatching(/^(\.\d{1,9})?$/))
  .map(([whole, fraction]) => `${whole}${fraction}`);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const oneOf = (...keys: string[]) => fc.constantFrom(...keys);

const names = {
  agentKey: maybe(oneOf('a', 'b')),
  customerKey: maybe(oneOf('c', 'd', 'e')),
  sessionKey: maybe(oneOf('s')),
};
const ofKind = (kind: Fact['kind'], input: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fact> =>
  fc.record({ kind: fc.constant(kind), input: fc.record({ ...input, ...names }) });

const fact = fc.oneof(
  ofKind('revenues', { amount, recordedAt: instant }),
  ofKind('outcomes', { value: amount, generatedAt: maybe(instant) }),
  ofKind('goals', { goalKey: oneOf('signup', ...Object.keys(valuedGoals)), achievedAt: maybe(instant) }),
  ofKind('events', {
    type: fc.constant('tool.call'),
    cost: maybe(amount),
    toolKey: maybe(oneOf('mail', ...Object.keys(valuedTools))),
    occurredAt: maybe(instant),
  }),
);

/** One batch per kind, concurrently. */
async function record(token: string, facts: readonly Fact[], wave: number): Promise<void> {
  const kinds = Map.groupBy(facts, ({ kind }) => kind);
  const sent = [...kinds.values()].map((same) =>
    routes.restBatch.send(
      { url, token, agent },
      same.map((each, i) => ({ key: `${wave}:${each.kind}:${i}`, fact: each })),
    ),
  );
  for (const results of await Promise.all(sent)) {
    for (const result of results) expect(result).toMatchObject({ status: 'created' });
  }
}

test(`rollups equal the records, for any records and in every unusual zone (${RUNS} times)`, {
  timeout: 900_000,
}, async () => {
  expect(zones).toEqual(
    expect.arrayContaining([
      'Asia/Kathmandu',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Pacific/Chatham',
      'Africa/Monrovia',
      'Pacific/Kiritimati',
      'Australia/Eucla',
      'Asia/Pyongyang',
    ]),
  );
  const many = fc.array(fact, { minLength: 1, maxLength: FACTS });
  const law = fc.asyncProperty(many, many, async (early, late) => {
    const account = await openAccount(store.database);
    await giveValues(url, account);
    await record(account.token, early, 0);
    await foldRollups(store.database, account.developerId);
    await record(account.token, late, 1);

    expect(await wrongRollups(store.database, account.developerId)).toEqual([]);
    expect(await wrongDays(store.database, account.developerId, zones)).toEqual([]);
    expect(await wrongWeeks(store.database, account.developerId, zones)).toEqual([]);
    // Until here the late records were only noted.
    await foldRollups(store.database, account.developerId);
    expect(await wrongRollups(store.database, account.developerId)).toEqual([]);
  });
  await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
});

test('the oracle detects rollups that are off by the smallest amount', async () => {
  const account = await openAccount(store.database);
  const input = { amount: '1', recordedAt: '2026-06-30T18:29:59.999Z', agentKey: 'a', customerKey: 'c' };
  await record(account.token, [{ kind: 'revenues', input }], 0);
  await foldRollups(store.database, account.developerId);
  const inKolkata = async () => ({
    rollups: (await wrongRollups(store.database, account.developerId)).length,
    days: (await wrongDays(store.database, account.developerId, ['Asia/Kolkata'])).length,
    weeks: (await wrongWeeks(store.database, account.developerId, ['Asia/Kolkata'])).length,
  });
  expect(await inKolkata()).toEqual({ rollups: 0, days: 0, weeks: 0 });

  // A quarter of an hour later is the next day in Kolkata, while UTC days and sums stay the same.
  const moved = `update rollups set bucket = '2026-06-30T18:30:00Z' where developer_id = $1 and cut = 1 and grain = 15`;
  await store.database.pool.query(moved, [account.developerId]);
  expect(await inKolkata()).toEqual({ rollups: 2, days: 2, weeks: 2 });
  const back = `update rollups set bucket = '2026-06-30T18:15:00Z', total = total + 0.000000001
    where developer_id = $1 and cut = 1 and grain = 15`;
  await store.database.pool.query(back, [account.developerId]);
  expect(await inKolkata()).toMatchObject({ rollups: 1, days: 1 });
});

test('a quarter of an hour divides the offsets of all zones since 1980, and of all but two since 1970', async () => {
  // In these zones alone, the edges of a window must be read from the records.
  expect(await zonesOffTheQuarter(store.database)).toEqual([
    { name: 'Africa/Monrovia', until: '1972-01' },
    { name: 'Pacific/Kiritimati', until: '1979-10' },
  ]);
});
