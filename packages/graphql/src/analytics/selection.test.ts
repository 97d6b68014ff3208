import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf, useSurface } from '../surface.fixture.ts';
import { newAnalyst, quarter } from './analytics.fixture.ts';

const surface = useSurface();
let run: Awaited<ReturnType<typeof newAnalyst>>;
beforeAll(async () => {
  run = await newAnalyst(surface);
});

/** The answer below `analytics` for a document with this selection. */
async function ask(selection: string, { fragments = '', head = '', variables = {} } = {}) {
  const document = `query ${head} { analytics(${quarter}) { ${selection} } } ${fragments}`;
  return dataOf(await run<{ analytics: unknown }>(document, variables)).analytics;
}

const revenue = '160.5';
const byAgent = [
  { key: 'ann', totals: { revenue: '150.5' } },
  { key: 'bob', totals: { revenue: '10' } },
];

test('a selection of the window alone is answered', async () => {
  expect(await ask('__typename window { from to timeZone }')).toEqual({
    __typename: 'Analytics',
    window: { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z', timeZone: 'UTC' },
  });
});

test('every type has its name', async () => {
  const selection = `
    totals { __typename } previous { __typename window { __typename } } window { __typename }
    series(every: YEAR) { __typename totals { __typename } }
    by(dimension: AGENT, first: 1) { __typename }
    funnel(steps: ["paid"]) { __typename }`;
  expect(await ask(selection)).toEqual({
    totals: { __typename: 'Totals' },
    previous: { __typename: 'Period', window: { __typename: 'PeriodWindow' } },
    window: { __typename: 'AnalyticsWindow' },
    series: [{ __typename: 'Bucket', totals: { __typename: 'Totals' } }],
    by: [{ __typename: 'Group' }, { __typename: 'Group' }],
    funnel: [{ __typename: 'FunnelStep' }],
  });
});

describe('aliases', () => {
  test('name measures, totals and parts, beside any other fields', async () => {
    const selection = `
      sum: totals { earned: revenue } parts: totals { revenue spent: cost }
      years: series(every: YEAR) { totals { revenue } } quarters: series(every: QUARTER) { end }
      agents: by(dimension: AGENT) { key all: totals { revenue } } types: by(dimension: GOAL_TYPE, orderBy: {measure: GOALS}) { key totals { goals } }
      signups: funnel(steps: ["signup"]) { n: sessions } sales: funnel(steps: ["paid"]) { n: sessions }`;
    expect(await ask(selection)).toEqual({
      sum: { earned: revenue },
      parts: { revenue, spent: '20.1' },
      years: [{ totals: { revenue } }],
      quarters: [{ end: '2026-04-01T00:00:00.000Z' }],
      agents: byAgent.map(({ key, totals }) => ({ key, all: totals })),
      types: [
        { key: 'signup', totals: { goals: 2 } },
        { key: 'paid', totals: { goals: 1 } },
      ],
      signups: [{ n: 2 }],
      sales: [{ n: 1 }],
    });
  });

  test('distinguish several previous windows, each with series of the same name', async () => {
    const selection = `
      previous { totals { revenue } series(every: YEAR) { start } }
      a: previous { totals { cost } series(every: QUARTER) { start totals { revenue } } }
      b: previous { window { from } }`;
    expect(await ask(selection)).toEqual({
      previous: { totals: { revenue: '80' }, series: [{ start: '2025-01-01T00:00:00.000Z' }] },
      a: {
        totals: { cost: '0' },
        series: [{ start: '2025-10-01T00:00:00.000Z', totals: { revenue: '80' } }],
      },
      b: { window: { from: '2025-10-01T00:00:00.000Z' } },
    });
  });

  test.each(['__proto__', '__relay', 'constructor', 'toString', 'series', 'totals', 'x'])(
    'named %s work like any other',
    async (name) => {
      const answer = await ask(`${name}: by(dimension: AGENT) { key totals { revenue } }`);
      expect(Object.entries(answer as object)).toEqual([[name, byAgent]]);
    },
  );

  test('on the root field make separate questions', async () => {
    const { q1, january } = dataOf(
      await run<Record<string, unknown>>(`{
        q1: analytics(${quarter}) { totals { revenue } }
        january: analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } }
      }`),
    );
    expect([q1, january]).toEqual([{ totals: { revenue } }, { totals: { revenue: '100' } }]);
  });
});

test('fields of one name merge from all places of a document', async () => {
  const selection = `
    ...OnAnalytics ... on Slice { totals { revenueCount } ...Groups } ... { totals { cost } }
    by(dimension: AGENT) { key } totals { goals }`;
  const fragments = `
    fragment OnAnalytics on Analytics { totals { revenue } ...Groups }
    fragment Groups on Slice { by(dimension: AGENT) { ... on Group { totals { revenue } } } }`;
  expect(await ask(selection, { fragments })).toEqual({
    totals: { revenue, revenueCount: 3, cost: '20.1', goals: 3 },
    by: byAgent,
  });
});

test('skipped fields are not computed', async () => {
  const selection = `
    totals { revenue cost @skip(if: $yes) goals @include(if: $yes) }
    previous @include(if: $no) { totals { revenue } }
    ... on Slice @skip(if: $yes) { by(dimension: AGENT) { key } }
    series(every: YEAR) @skip(if: $no) { start }`;
  const answer = await ask(selection, {
    head: '($yes: Boolean!, $no: Boolean = false)',
    variables: { yes: true },
  });
  expect(answer).toEqual({
    totals: { revenue, goals: 3 },
    series: [{ start: '2026-01-01T00:00:00.000Z' }],
  });
});

test('variables stand for any argument, and null counts as absent', async () => {
  const document = `query ($window: AnalyticsWindowInput!, $where: SliceFilter, $zone: String, $weekStart: Weekday,
      $every: TimeStep!, $dimension: Dimension!, $direction: SortDirection, $first: Int, $steps: [String!]!) {
    analytics(window: $window, where: $where, timeZone: $zone, weekStart: $weekStart) {
      series(every: $every) { start }
      by(dimension: $dimension, orderBy: {measure: GOALS, direction: $direction}, first: $first) { key }
      funnel(steps: $steps) { sessions }
    }
  }`;
  const variables = {
    window: { from: '2026-01-05T00:00:00+00:00', to: '2026-01-20' },
    where: { customer: { in: ['acme'], notIn: null }, metadata: null },
    every: 'WEEK',
    weekStart: 'SUNDAY',
    dimension: 'AGENT',
    direction: 'ASC',
    steps: ['signup', 'paid'],
  };
  const { analytics } = dataOf(await run<{ analytics: object }>(document, { ...variables, zone: null }));
  expect(analytics).toEqual({
    series: ['04', '11', '18'].map((day) => ({ start: `2026-01-${day}T00:00:00.000Z` })),
    by: [{ key: 'bob' }, { key: 'ann' }],
    funnel: [{ sessions: 2 }, { sessions: 1 }],
  });
  const one = dataOf(await run<{ analytics: { by: object[] } }>(document, { ...variables, first: 1 }));
  expect(one.analytics.by).toEqual([{ key: 'bob' }, { key: null }]);
});
