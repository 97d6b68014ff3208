import { describe, expect, test } from 'vitest';
import type { Condition, Filter, Split } from '../where/filters.ts';
import { type Answer, answerRows } from './answer-rows.ts';
import { fromBoundInput, havingText, toBoundInput } from './having.ts';
import { knownSplits, unknownNotes } from './known-measures.ts';
import { questionOf, readQuestion } from './question.ts';
import { toGraphql } from './to-graphql.ts';
import { canCompare, toSlice } from './to-slice.ts';
import { searchOfView, toView, type View } from './view.ts';

const window = { from: '2026-01-01', to: '2026-04-01' };

const is = (condition: Condition, ...values: string[]): Filter => ({
  dimension: 'agent',
  condition,
  values,
});

const nested = questionOf({
  measures: ['revenue', 'averageRevenue'],
  by: [{ dimension: 'customer' }, { dimension: 'customerMetadata', metadataKey: 'plan "a"' }],
  every: 'week',
  order: 'averageRevenue',
  direction: 'asc',
  first: 5,
  where: [
    { dimension: 'customer', condition: 'in', values: ['acme', 'globex'] },
    { dimension: 'agent', condition: 'missing', values: [] },
    { dimension: 'source', condition: 'notIn', values: [] },
  ],
});

test('a question becomes a request of the API without unfinished parts', () => {
  expect(toSlice(nested, { window, days: window }, 'Europe/Berlin')).toEqual({
    window,
    timeZone: 'Europe/Berlin',
    where: { customer: { in: ['acme', 'globex'] }, agent: { isNull: true } },
    totals: ['revenue', 'averageRevenue'],
    series: { main: { every: 'week', totals: ['revenue', 'averageRevenue'] } },
    by: {
      groups: {
        dimension: 'customer',
        orderBy: { measure: 'averageRevenue', direction: 'asc' },
        first: 5,
        totals: ['revenue', 'averageRevenue'],
        series: { main: { every: 'week', totals: ['revenue', 'averageRevenue'] } },
        by: {
          groups: {
            dimension: 'customerMetadata',
            metadataKey: 'plan "a"',
            orderBy: { measure: 'averageRevenue', direction: 'asc' },
            first: 5,
            totals: ['revenue', 'averageRevenue'],
            series: { main: { every: 'week', totals: ['revenue', 'averageRevenue'] } },
          },
        },
      },
    },
  });
});

// Earlier, the last filter of a dimension replaced all of them.
test.each<{ filters: Filter[]; meets: object }>([
  { filters: [is('in', 'a', 'b'), is('in', 'b', 'c')], meets: { in: ['b'] } },
  { filters: [is('in', 'a'), is('in', 'b')], meets: { in: [] } },
  { filters: [is('notIn', 'a', 'b'), is('notIn', 'b', 'c')], meets: { notIn: ['a', 'b', 'c'] } },
  { filters: [is('in', 'a', 'b'), is('notIn', 'b')], meets: { in: ['a', 'b'], notIn: ['b'] } },
  { filters: [is('present'), is('notIn', 'b')], meets: { isNull: false, notIn: ['b'] } },
  { filters: [is('missing'), is('present')], meets: { isNull: false, in: [] } },
  { filters: [is('missing'), is('missing')], meets: { isNull: true } },
])('$filters.length filters of one dimension all hold: $meets', ({ filters, meets }) => {
  expect(toSlice(questionOf({ where: filters }), { window, days: window }, 'UTC').where).toEqual({
    agent: meets,
  });
});

test('a question becomes the same GraphQL document', () => {
  expect(toGraphql(toSlice(nested, { window, days: window }, 'Europe/Berlin'))).toBe(`query Explore {
  analytics(window: {from: "2026-01-01", to: "2026-04-01"}, timeZone: "Europe/Berlin", where: {customer: {in: ["acme", "globex"]}, agent: {isNull: true}}) {
    totals { revenue averageRevenue }
    series(every: WEEK) { start end totals { revenue averageRevenue } }
    by(dimension: CUSTOMER, orderBy: {measure: AVERAGE_REVENUE, direction: ASC}, first: 5) {
      key
      label
      isOther
      totals { revenue averageRevenue }
      series(every: WEEK) { start end totals { revenue averageRevenue } }
      by(dimension: CUSTOMER_METADATA, metadataKey: "plan \\"a\\"", orderBy: {measure: AVERAGE_REVENUE, direction: ASC}, first: 5) {
        key
        label
        isOther
        totals { revenue averageRevenue }
        series(every: WEEK) { start end totals { revenue averageRevenue } }
      }
    }
  }
}
`);
});

describe('a URL', () => {
  test('carries a question there and back', () => {
    expect(questionOf(readQuestion(JSON.parse(JSON.stringify(nested))))).toEqual(nested);
  });

  test('with invalid values becomes the default question', () => {
    const nonsense = {
      measures: ['rm -rf'],
      first: 1e9,
      every: 'eon',
      order: 'happiness',
      zone: 'Mars/Olympus',
    };
    expect(questionOf(readQuestion(nonsense))).toEqual(questionOf({}));
    expect(readQuestion({ by: [{ dimension: 'agent' }, 'x', null, { dimension: 'moon' }] }).by).toEqual([
      { dimension: 'agent' },
    ]);
    expect(readQuestion({ where: [{ dimension: 'agent', condition: 'in', values: [7] }] }).where).toEqual([]);
  });
});

const splits: Split[] = [{ dimension: 'agent' }, { dimension: 'tool' }];

// Earlier, rows with the same id stayed on the page when others came.
test('rows of groups with the same name are told apart', () => {
  const tool = { key: 'search', label: 'Search', isOther: false };
  const groups = ['a', 'b'].map((key) => ({ key, label: 'Support', isOther: false, by: { groups: [tool] } }));
  const rows = answerRows({ by: { groups } } as unknown as Answer, {
    splits,
    every: undefined,
    zone: 'UTC',
  });
  expect(rows.map(({ names }) => names)).toEqual([
    ['Support', 'Search'],
    ['Support', 'Search'],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  expect(rows.map(({ keys }) => keys)).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
});

test('nested groups become rows of their innermost group, with phrases for the unknown and the rest', () => {
  const group = (key: string | null, isOther = false) => ({ key, label: key, isOther });
  const answer = {
    window: { from: '', to: '', timeZone: 'UTC' },
    by: {
      groups: [
        {
          ...group('a'),
          by: {
            groups: [
              { ...group('x'), totals: { goals: 1 } },
              { ...group(null), totals: { goals: 2 } },
            ],
          },
        },
        { ...group(null, true), by: { groups: [{ ...group('y'), totals: { goals: 3 } }] } },
      ],
    },
  };
  const rows = answerRows(answer, { splits, every: undefined, zone: 'UTC' });
  expect(rows.map(({ names, totals }) => [...names, totals?.goals])).toEqual([
    ['a', 'x', 1],
    ['a', 'No tool', 2],
    ['All others', 'y', 3],
  ]);
});

test('groups over time become a row for each of their periods', () => {
  const bucket = (start: string, goals: number, isPartial = false) => ({
    start: `${start}T00:00:00.000Z`,
    end: '',
    isPartial,
    totals: { goals },
  });
  const group = (key: string, ...main: object[]) => ({
    key,
    label: 'Sales',
    isOther: false,
    series: { main },
  });
  const groups = [
    group('a', bucket('2026-06-01', 1), bucket('2026-06-02', 2, true)),
    group('b', bucket('2026-06-01', 3), bucket('2026-06-02', 4, true)),
  ];
  const options = { splits: splits.slice(0, 1), every: 'day' as const, zone: 'UTC' };
  const rows = answerRows({ by: { groups } } as unknown as Answer, options);
  expect(rows.map(({ names, keys, totals }) => [...keys, ...names, totals?.goals])).toEqual([
    ['a', 'Sales', 'Jun 1', 1],
    ['a', 'Sales', 'Jun 2 (partial)', 2],
    ['b', 'Sales', 'Jun 1', 3],
    ['b', 'Sales', 'Jun 2 (partial)', 4],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
});

test('periods of more groups than a table has are requested for the chart alone', () => {
  const by = [{ dimension: 'agent' as const }, { dimension: 'customer' as const }];
  const groupsOf = (first: number) =>
    toSlice(questionOf({ by, every: 'day', first }), { window, days: window }, 'UTC').by?.groups;
  expect(groupsOf(20)?.by?.groups?.series).toBeDefined();
  expect(groupsOf(200)?.by?.groups?.series).toBeUndefined();
  expect(groupsOf(200)?.series).toBeDefined();
});

test('a comparison is requested over time or for every group, and not with both', () => {
  const other = { shift: 'year' as const };
  const asked = { window, days: window, previous: other };
  const overTime = questionOf({ by: [], every: 'week', measures: ['goals'] });
  const goals = { totals: ['goals'], change: ['goals'], ratio: ['goals'] };
  expect(toSlice(overTime, asked, 'UTC').previous).toEqual({
    ...other,
    ...goals,
    series: { main: { every: 'week', totals: ['goals'] } },
  });

  const by = [{ dimension: 'agent' as const }, { dimension: 'customer' as const }];
  const { by: asksBy, previous } = toSlice({ ...overTime, every: undefined, by }, asked, 'UTC');
  const compared = { ...other, ...goals };
  expect([previous, asksBy?.groups?.previous, asksBy?.groups?.by?.groups?.previous]).toEqual(
    Array(3).fill(compared),
  );
  expect(canCompare({ ...overTime, by })).toBe(false);
  expect(toSlice({ ...overTime, by }, asked, 'UTC').previous).toBeUndefined();
});

test('groups are ordered by the chosen measure, by what a share is a part of, or by their names', () => {
  const measures = ['cost' as const, 'share' as const];
  const orderOf = (order?: 'share' | 'key' | 'revenue') =>
    toSlice(questionOf({ measures, ...(order && { order }) }), { window, days: window }, 'UTC').by?.groups
      ?.orderBy?.measure;
  expect([orderOf(), orderOf('share'), orderOf('key'), orderOf('revenue')]).toEqual([
    'cost',
    'revenue',
    'key',
    'cost',
  ]);
});

describe('a condition, a spread and an order by change', () => {
  const asked = { window, days: window, previous: {} };
  const condition = { measure: 'margin', is: 'lt', value: '0' } as const;
  const spread = { of: 'cost', per: 'session' } as const;
  const question = questionOf({
    measures: ['margin'],
    by: [{ dimension: 'agent' }, { dimension: 'customer' }],
    having: condition,
    spread,
    withRatios: true,
    order: 'margin',
    byChange: true,
    direction: 'asc',
  });

  test('are asked of the innermost groups, which are the rows of the table', () => {
    const asks = toSlice(question, asked, 'UTC');
    const orderBy = { measure: 'margin', by: 'change', direction: 'asc' };
    expect(asks.spread).toEqual({ main: spread });
    const outer = asks.by?.groups;
    expect(outer).toMatchObject({ orderBy });
    expect([outer?.having, outer?.spread, outer?.whole]).toEqual([undefined, undefined, undefined]);
    expect(outer?.by?.groups).toMatchObject({
      having: { measure: 'margin', lt: '0' },
      orderBy,
      spread: { main: spread },
      whole: { ratio: ['margin'] },
    });
    expect(toGraphql(asks)).toContain(
      'by(dimension: CUSTOMER, having: {measure: MARGIN, lt: "0"}, orderBy: {measure: MARGIN, by: CHANGE, direction: ASC}, first: 20) {',
    );
    const figured = toGraphql(toSlice({ ...question, order: 'p95' }, asked, 'UTC'));
    expect(figured).toContain('orderBy: {spread: {of: COST, per: SESSION, figure: P95}, direction: ASC}');
    expect(figured).toContain('spread(of: COST, per: SESSION) { count min p50 average p90 p95 p99 max }');
    expect(figured).toContain('change { margin }');
  });

  test('stand in a URL and in a saved view', () => {
    expect(questionOf(readQuestion(JSON.parse(JSON.stringify(question))))).toEqual(question);
    const nonsense = {
      having: { ...condition, value: '1e3' },
      spread: { of: 'happiness', per: 'session' },
      withRatios: 1,
      byChange: 'yes',
    };
    expect(readQuestion(nonsense)).toEqual({});
    for (const each of [question, { ...question, order: 'p95' as const, byChange: undefined }]) {
      const view = toView(each, asked, 'UTC');
      const search = searchOfView(view as Parameters<typeof searchOfView>[0]);
      expect(search && questionOf(search)).toMatchObject(JSON.parse(JSON.stringify(each)));
    }
  });

  test('are left out where they say nothing, and an order by change where nothing is compared', () => {
    const unfinished = { ...question, having: { ...condition, value: '' } };
    expect(toSlice(unfinished, asked, 'UTC').by?.groups?.by?.groups?.having).toBeUndefined();
    const alone = toSlice(question, { window, days: window }, 'UTC');
    expect(alone.by?.groups?.orderBy).toEqual({ measure: 'margin', direction: 'asc' });
    const ofModels = questionOf({
      measures: ['cost'],
      by: [{ dimension: 'model' }],
      having: condition,
      spread: { of: 'revenue', per: 'record' },
      order: 'p95',
    });
    const { groups } = toSlice(ofModels, asked, 'UTC').by ?? {};
    expect([groups?.having, groups?.spread]).toEqual([undefined, undefined]);
    expect(groups?.orderBy).toEqual({ measure: 'cost', direction: 'desc' });
    expect(unknownNotes(ofModels)).toEqual([
      "Margin and Revenue per record can't be shown by model, because revenues have no model.",
    ]);
  });

  test('rows of the rest beside groups that meet a condition have no records of their own', () => {
    const group = (key: string | null, isOther = false) => ({ key, label: key, isOther, totals: {} });
    const by = { groups: [group('a'), group(null, true)] };
    const options = { splits: splits.slice(0, 1), every: undefined, zone: 'UTC' };
    const wheres = answerRows({ by }, { ...options, isConditioned: true }).map(({ where }) => where);
    expect(wheres).toEqual([[is('in', 'a')], undefined]);
    expect(answerRows({ by }, options)[1]?.where).toEqual([is('notIn', 'a')]);
  });

  test('a condition is typed and read in the unit of its measure', () => {
    expect(fromBoundInput('errorRate', '4.5')).toBe('0.045');
    expect(toBoundInput({ measure: 'errorRate', is: 'gt', value: '0.045' })).toBe('4.5');
    expect(fromBoundInput('margin', '-12.50')).toBe('-12.50');
    expect(fromBoundInput('margin', '12 dollars')).toBeUndefined();
    const texts = [
      havingText(condition),
      havingText({ measure: 'errorRate', is: 'gt', value: '0.045' }),
      havingText({ measure: 'roi', is: 'lte', value: '3' }),
      havingText({ measure: 'goals', is: 'gte', value: '1200' }),
    ];
    expect(texts).toEqual([
      'Margin is less than $0.00',
      'Error rate is more than 4.5%',
      'ROI is at most 3×',
      'Goals is at least 1,200',
    ]);
  });
});

describe('measures of records that lack a dimension', () => {
  const by = [{ dimension: 'agent' as const }, { dimension: 'model' as const }];
  const measures = ['margin' as const, 'revenue' as const, 'cost' as const];

  test('are not asked of its groups, and a note says why', () => {
    const question = questionOf({ measures, by });
    const groups = toSlice(question, { window, days: window }, 'UTC').by?.groups;
    expect(groups?.totals).toEqual(measures);
    expect(groups?.by?.groups).toMatchObject({ totals: ['cost'], orderBy: { measure: 'cost' } });
    expect(unknownNotes(question)).toEqual([
      "Margin and Revenue can't be shown by model, because revenues have no model.",
    ]);
  });

  test('have no groups of it where no other measure is asked for', () => {
    const question = questionOf({ measures: ['revenue'], by });
    expect(knownSplits(question)).toEqual([{ dimension: 'agent' }]);
    expect(toSlice(question, { window, days: window }, 'UTC').by?.groups?.by).toBeUndefined();
    const filter: Filter = { dimension: 'tool', condition: 'present', values: [] };
    expect(unknownNotes(questionOf({ measures: ['goals'], by: [], where: [filter] }))).toEqual([
      "Goals can't be shown by tool, because goals have no tool.",
    ]);
  });
});

describe('a saved view', () => {
  const viewOf = (asked: View['question']['window'], changes: Partial<View['question']> = {}): View => {
    const question = questionOf({ measures: ['cost'], by: [{ dimension: 'agent' }] });
    return {
      question: { ...toSlice(question, { window: asked, days: window }, 'Europe/Berlin'), ...changes },
      chart: { measure: 'cost' },
    };
  };
  // The API answers a view with all that it fills in, which the question of a page has, too.
  const opened = (view: View) => searchOfView(view as Parameters<typeof searchOfView>[0]);

  test.each([
    { asked: { last: 7, unit: 'day' as const }, period: { window: '7d' } },
    { asked: { last: 30, unit: 'day' as const }, period: { window: '30d' } },
    { asked: { this: 'week' as const, weekStart: 'monday' as const }, period: { window: 'this-week' } },
    { asked: window, period: { window: 'custom', ...window } },
  ])('opens in Explore with its own period: $asked', ({ asked, period }) => {
    const search = {
      measures: ['cost'],
      by: [{ dimension: 'agent' }],
      zone: 'Europe/Berlin',
      compare: 'none',
    };
    expect(opened(viewOf(asked))).toMatchObject({ ...search, ...period });
  });

  test('opens with its comparison', () => {
    const previous = { shift: 'year' as const };
    const asked = { window, days: window, previous };
    const question = toSlice(questionOf({ measures: ['cost'], by: [] }), asked, 'UTC');
    expect(opened({ question, chart: { measure: 'cost' } })).toMatchObject({ compare: 'year' });
  });

  // Such a view opened with the last 30 days, and saving it replaced its own period.
  test.each([
    { last: 14, unit: 'day' as const },
    { last: 24, unit: 'hour' as const },
    { this: 'week' as const, weekStart: 'sunday' as const },
    { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  ])('does not open with a period that the page cannot choose: %j', (asked) => {
    expect(opened(viewOf(asked))).toBeUndefined();
  });

  test('does not open with a question that the page has no inputs for', () => {
    const funnel = { main: { steps: ['lead', 'sale'] } };
    expect(opened(viewOf(window, { funnel }))).toBeUndefined();
  });
});
