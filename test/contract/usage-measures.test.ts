import { beforeAll, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;
const call = restOf(gateway, () => token);

const names = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'computedCost',
  'costVariance',
  'unpricedEvents',
  'unpricedTokens',
  'errors',
  'errorRate',
  'costPerToken',
] as const;
const totals = names.join(' ');

/** Six days of events, some of each kind, at the edges of local days in Kathmandu. */
const events = Array.from({ length: 120 }, (_, i) => {
  const inputTokens = i % 7 === 0 ? null : 1_000 + i;
  return {
    type: i % 5 === 0 ? 'tool.call' : 'llm.call',
    occurredAt: new Date(Date.UTC(2026, 5, 10) + i * 4_321_000).toISOString(),
    agentKey: `agent ${i % 3}`,
    customerKey: `customer ${i % 11}`,
    isError: i % 4 === 0 ? i % 8 === 0 : null,
    ...(i % 5 !== 0 && {
      model: i % 6 === 0 ? 'house-model' : 'gpt-4.1-mini',
      inputTokens,
      ...(inputTokens !== null && { cacheReadTokens: i, cacheWriteTokens: i % 2 }),
      outputTokens: 100 + i,
      reasoningTokens: i % 3,
    }),
    ...(i % 9 === 0 && { cost: '0.5' }),
  };
});

type Recorded = Record<string, unknown> & { occurredAt: string; agentKey: string; customerKey: string };
let recorded: Recorded[];

beforeAll(async () => {
  ({ token } = await mintKey());
  const { body } = await call('POST', 'events/batch', events);
  recorded = body.results.map(({ record }: { record: Recorded }) => record);
  expect(body.created).toBe(events.length);
});

/** In nano-dollars. */
const nanos = (usd: unknown) => Math.round(Number(usd) * 1e9);
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** The measures by their definitions, from what was answered. */
function expected(list: readonly Recorded[]) {
  const sum = (of: (event: Recorded) => unknown) =>
    list.reduce((total, event) => total + Number(of(event) ?? 0), 0);
  const unpriced = list.filter(({ costSource }) => costSource === 'unpriced');
  const tokens = ({ inputTokens, outputTokens }: Recorded) =>
    Number(inputTokens ?? 0) + Number(outputTokens ?? 0);
  const withTokens = list.filter(
    ({ inputTokens, outputTokens }) => inputTokens !== null || outputTokens !== null,
  );
  const variance = list.filter(({ cost, computedCost }) => cost !== null && computedCost !== null);
  const errors = list.filter(({ isError }) => isError === true).length;
  const costed = withTokens.filter(({ cost }) => cost !== null);
  const allTokens = costed.reduce((total, event) => total + tokens(event), 0);
  const tokenCost = costed.reduce((total, { cost }) => total + nanos(cost), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    reasoningTokens: sum(({ reasoningTokens }) => reasoningTokens),
    computedCost: list.reduce((total, { computedCost }) => total + nanos(computedCost ?? 0), 0),
    costVariance: variance.reduce(
      (total, { cost, computedCost }) => total + nanos(cost) - nanos(computedCost),
      0,
    ),
    unpricedEvents: unpriced.length,
    unpricedTokens: unpriced.reduce((total, event) => total + tokens(event), 0),
    errors,
    errorRate: list.length === 0 ? null : rounded(errors / list.length, 6),
    costPerToken: allTokens === 0 ? null : Math.round((tokenCost / allTokens) * 1e6),
  };
}

const amounts = ['computedCost', 'costVariance', 'costPerToken'];
/** Amounts in nano-dollars, so that they are compared as they are. */
function shown(answer: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      amounts.includes(name) && value !== null ? nanos(value) : value,
    ]),
  );
}

async function ask(selection: string) {
  const query = `{ analytics(window: {from: "2026-06-10", to: "2026-06-16"}, timeZone: "Asia/Kathmandu") { ${selection} } }`;
  const { body } = await call('POST', '../graphql', { query });
  expect(body.errors).toBeUndefined();
  return body.data.analytics;
}

/** The window of `ask`, in UTC. */
const from = '2026-06-09T18:15:00.000Z';
const to = '2026-06-15T18:15:00.000Z';
const inWindow = ({ occurredAt }: Recorded) => occurredAt >= from && occurredAt < to;

test('totals are those of the events', async () => {
  const answer = await ask(`totals { ${totals} events }`);
  const list = recorded.filter(inWindow);
  const { events: count, ...measures } = answer.totals;
  expect(count).toBe(list.length);
  expect(shown(measures)).toEqual(expected(list));
});

test('series by local day add up, with empty days between', async () => {
  const { series } = await ask(`series(every: DAY) { start end totals { ${totals} } }`);
  expect(series).toHaveLength(6);
  for (const { start, end, totals: measures } of series)
    expect(shown(measures)).toEqual(
      expected(recorded.filter(({ occurredAt }) => occurredAt >= start && occurredAt < end)),
    );
});

test.each([
  ['AGENT', 'agentKey', 2],
  ['CUSTOMER', 'customerKey', 3],
] as const)('groups by %s and the rest are those of the events', async (dimension, field, first) => {
  const { by } = await ask(
    `by(dimension: ${dimension}, first: ${first}, orderBy: {measure: INPUT_TOKENS}) { key isOther totals { ${totals} }
       series(every: DAY) { start end totals { inputTokens } } }`,
  );
  const keys = by.flatMap(({ key, isOther }: { key: string; isOther: boolean }) => (isOther ? [] : [key]));
  expect(keys).toHaveLength(first);
  for (const group of by) {
    const list = recorded.filter(
      (event) =>
        inWindow(event) && (group.isOther ? !keys.includes(event[field]) : event[field] === group.key),
    );
    expect(shown(group.totals)).toEqual(expected(list));
    const daily = group.series.map(
      (bucket: { totals: { inputTokens: number } }) => bucket.totals.inputTokens,
    );
    expect(daily.reduce((sum: number, tokens: number) => sum + tokens, 0)).toBe(group.totals.inputTokens);
  }
});

test('calls without a price are grouped by model', async () => {
  const { by } = await ask(
    'by(dimension: MODEL, orderBy: {measure: UNPRICED_EVENTS}) { key totals { unpricedEvents } }',
  );
  expect(by[0].key).toBe('house-model');
  expect(by[0].totals.unpricedEvents).toBe(expected(recorded.filter(inWindow)).unpricedEvents);
});

test('sums that an agent cannot have are zero, and quotients null', async () => {
  const query = `{ analytics(window: {from: "2020-01-01", to: "2020-02-01"}) { totals { ${totals} } } }`;
  const { body } = await call('POST', '../graphql', { query });
  expect(shown(body.data.analytics.totals)).toEqual(expected([]));
});

test('plan says that the events are read', async () => {
  const input = { window: { from: '2026-06-10', to: '2026-06-16' }, totals: ['inputTokens'], plan: true };
  const asked = encodeURIComponent(JSON.stringify(input));
  const { body } = await call('GET', `../trpc/analytics.slice?input=${asked}`);
  expect(body.result.data.plan[0].reads).toContain('usage of the events');
});
