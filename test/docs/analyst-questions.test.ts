import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionNames, snippetsOf } from '../support/snippets.ts';

const file = 'docs/analytics.md';
const gateway = useGateway();
let token: string;

const who = (agentKey: string, customerKey: string | undefined, sessionKey: string) => ({
  agentKey,
  sessionKey,
  ...(customerKey && { customerKey }),
});
const ann = (session: string, customer: string) => who('ann', customer, session);
const bob = (session: string, customer: string) => who('bob', customer, session);

/** Few enough to add up by hand. The weeks are those of 15 and 22 June; the day of the clock change is 29 March. */
const records: Record<string, object[]> = {
  revenues: [
    { amount: '100', recordedAt: '2026-04-10T12:00:00Z', ...ann('s1', 'acme'), metadata: { plan: 'pro' } },
    { amount: '50', recordedAt: '2026-05-10T12:00:00Z', ...ann('s2', 'blum'), metadata: { plan: 'basic' } },
    { amount: '30', recordedAt: '2026-06-16T12:00:00Z', ...bob('s3', 'blum'), metadata: { plan: 'basic' } },
    { amount: '20', recordedAt: '2026-06-17T12:00:00Z', ...bob('s3', 'cole') },
    { amount: '25', recordedAt: '2026-06-23T12:00:00Z', ...ann('s4', 'acme'), metadata: { plan: 'pro' } },
  ],
  events: [
    { type: 'llm.call', cost: '0.3', occurredAt: '2026-03-29T00:30:00Z' },
    { type: 'llm.call', cost: '0.2', occurredAt: '2026-03-29T01:30:00Z' },
    // It belongs to nobody, and makes a group without a key wherever events are counted.
    { type: 'heartbeat', occurredAt: '2026-04-20T12:00:00Z', isError: true },
    { type: 'llm.call', cost: '10', occurredAt: '2026-04-10T11:00:00Z', ...ann('s1', 'acme') },
    { type: 'llm.call', cost: '2', occurredAt: '2026-04-10T11:30:00Z', ...ann('s1', 'acme'), isError: true },
    { type: 'llm.call', cost: '4', occurredAt: '2026-05-10T11:00:00Z', ...ann('s2', 'blum') },
    { type: 'llm.call', cost: '8', occurredAt: '2026-06-16T11:00:00Z', ...bob('s3', 'blum') },
    { type: 'llm.call', cost: '1', occurredAt: '2026-06-23T11:00:00Z', ...ann('s4', 'acme'), isError: true },
  ],
  goals: [
    { goalKey: 'paid', achievedAt: '2026-04-10T12:00:00Z', ...ann('s1', 'acme') },
    { goalKey: 'paid', achievedAt: '2026-06-17T12:00:00Z', ...bob('s3', 'cole') },
  ],
};

beforeAll(async () => {
  ({ token } = await mintKey());
  for (const [kind, list] of Object.entries(records)) {
    const body = JSON.stringify(list);
    const { status, text } = await send(`${gateway.url}/v1/${kind}/batch`, { token, body });
    expect(status, text).toBe(200);
  }
});

/** The answer to the first query of a question on the page. */
async function answerTo(number: number): Promise<unknown> {
  const name = sectionNames(file, '###').find((each) => each.startsWith(`${number}.`)) ?? '';
  const query = snippetsOf(file, name).find(({ language }) => language === 'graphql')?.code;
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  const { data, errors } = JSON.parse(text);
  expect(errors).toBeUndefined();
  return data.analytics;
}

const months = ['2026-04-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
const byMonth = (...amounts: string[]) =>
  months.map((start, i) => ({ start, totals: { revenue: amounts[i] } }));

test.each<[number, unknown]>([
  [
    21,
    {
      by: [
        { label: 'ann', series: byMonth('100', '50', '25') },
        { label: 'bob', series: byMonth('0', '0', '50') },
      ],
    },
  ],
  [
    22,
    {
      by: [
        { label: 'acme', isOther: false, totals: { margin: '112' } },
        { label: 'blum', isOther: false, totals: { margin: '68' } },
        { label: 'cole', isOther: false, totals: { margin: '20' } },
        { label: null, isOther: false, totals: { margin: '0' } },
      ],
      groupCount: 4,
    },
  ],
  [
    23,
    {
      // 25 USD for two goals.
      totals: { costPerGoal: '12.5' },
      funnel: [
        { goalKey: null, sessions: 4, conversion: 1 },
        { goalKey: 'paid', sessions: 2, conversion: 0.5 },
      ],
    },
  ],
  [
    24,
    {
      // Sessions of 1, 4, 8 and 12 USD.
      spread: { count: 4, p50: '4', average: '6.25', p95: '12', max: '12' },
      by: [
        { label: 'ann', spread: { p50: '4', p95: '12' } },
        { label: 'bob', spread: { p50: '8', p95: '8' } },
        { label: null, spread: null },
      ],
    },
  ],
  [
    25,
    {
      by: [
        { label: 'blum', previous: { totals: { revenue: '30' }, change: { revenue: '-30' } } },
        { label: 'cole', previous: { totals: { revenue: '20' }, change: { revenue: '-20' } } },
      ],
    },
  ],
  [
    26,
    {
      by: [
        {
          label: 'bob',
          totals: { margin: '0' },
          previous: { change: { margin: '-42' }, ratio: { margin: 0 } },
        },
        {
          label: 'ann',
          totals: { margin: '24' },
          previous: { change: { margin: '24' }, ratio: { margin: null } },
        },
      ],
    },
  ],
  [
    15,
    {
      totals: { agents: 2, customers: 3 },
      by: [
        {
          label: 'ann',
          totals: { revenue: '175', cost: '17', customers: 2 },
          by: [
            { label: 'acme', isOther: false, totals: { revenue: '125', cost: '13', share: 0.714286 } },
            { label: 'blum', isOther: false, totals: { revenue: '50', cost: '4', share: 0.285714 } },
          ],
        },
        {
          label: 'bob',
          totals: { revenue: '50', cost: '8', customers: 2 },
          by: [
            { label: 'blum', isOther: false, totals: { revenue: '30', cost: '8', share: 0.6 } },
            { label: 'cole', isOther: false, totals: { revenue: '20', cost: '0', share: 0.4 } },
          ],
        },
        {
          label: null,
          totals: { revenue: '0', cost: '0', customers: 0 },
          by: [{ label: null, isOther: false, totals: { revenue: '0', cost: '0', share: null } }],
        },
      ],
    },
  ],
  [
    27,
    {
      by: [
        { key: 'pro', totals: { revenue: '125', share: 0.555556 } },
        { key: 'basic', totals: { revenue: '80', share: 0.355556 } },
        { key: null, totals: { revenue: '20', share: 0.088889 } },
      ],
    },
  ],
  [29, { sessions: 4, failed: 2 }],
  [
    30,
    {
      by: [
        // 17 USD for one goal, 8 for the other.
        {
          label: 'ann',
          totals: { costPerGoal: '17' },
          whole: { change: { costPerGoal: '4.5' }, ratio: { costPerGoal: 1.36 } },
        },
        {
          label: 'bob',
          totals: { costPerGoal: '8' },
          whole: { change: { costPerGoal: '-4.5' }, ratio: { costPerGoal: 0.64 } },
        },
        {
          label: null,
          totals: { costPerGoal: null },
          whole: { change: { costPerGoal: null }, ratio: { costPerGoal: null } },
        },
      ],
    },
  ],
])('question %i has the figures that were computed by hand', async (number, expected) => {
  expect(await answerTo(number)).toEqual(expected);
});

test('question 28 has 23 hours, and no hour from 2 to 3', async () => {
  const { series } = (await answerTo(28)) as { series: { start: string; totals: { cost: string } }[] };
  expect(series).toHaveLength(23);
  expect(series.filter(({ totals }) => totals.cost !== '0')).toEqual([
    { start: '2026-03-29T00:00:00.000Z', totals: { cost: '0.3' } },
    { start: '2026-03-29T01:00:00.000Z', totals: { cost: '0.2' } },
  ]);
});
