import { describe, expect, test } from 'vitest';
import { ask } from '../support/analytics/ask.ts';
import { type LinkedFact, recordAll } from '../support/analytics/generated-facts.ts';
import type { GroupsPart, Question } from '../support/analytics/question.ts';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

type Input = Record<string, unknown>;
const revenue = (amount: string, recordedAt: string, names: Input = {}): LinkedFact => ({
  kind: 'revenues',
  input: { amount, recordedAt, ...names },
});
const event = (cost: string, occurredAt: string, names: Input = {}): LinkedFact => ({
  kind: 'events',
  input: { type: 'llm.call', cost, occurredAt, ...names },
});

const goal = (goalKey: string, achievedAt: string, sessionKey?: string): LinkedFact => ({
  kind: 'goals',
  input: { goalKey, achievedAt, sessionKey },
});

/** Asks a question about June 2026, unless it names another window, as a developer with these records. */
async function askAbout(facts: LinkedFact[], question: Partial<Question>) {
  const { token } = await mintKey();
  await recordAll(gateway.url, { token, developerId: '' }, facts);
  const window = { from: '2026-06-01', to: '2026-07-01' };
  return ask(gateway.url, token, { window, timeZone: 'UTC', weekStart: 'monday', ...question });
}

const byAgent = (part: Partial<GroupsPart>): Question['by'] => ({
  b: { dimension: 'agent', orderBy: { measure: 'key', direction: 'asc' }, first: 10, ...part },
});

test('an agent with records just outside of the window is no group, although a rollup has them', async () => {
  const facts = [
    revenue('1', '2026-06-15T00:00:00.500Z', { agentKey: 'early' }),
    revenue('2', '2026-06-15T00:05:00.000Z', { agentKey: 'late' }),
  ];
  const window = { from: '2026-06-15T00:00:01.000Z', to: '2026-06-15T00:15:00.000Z' };
  const { by, plan } = await askAbout(facts, { window, by: byAgent({ totals: ['revenue'] }), plan: true });
  expect(by?.b).toMatchObject([{ key: 'late', totals: { revenue: '2' } }]);
  expect(plan?.[0]?.reads).toMatch(/rollups of each agent by quarter hour, edges from records/);
});

test('shares are parts of the whole, which includes days without records and deleted agents', async () => {
  const facts = [
    revenue('10', '2026-05-10T00:00:00.000Z', { agentKey: 'stays' }),
    revenue('30', '2026-05-10T00:00:00.000Z', { agentKey: 'goes' }),
    revenue('5', '2026-06-10T00:00:00.000Z', { agentKey: 'stays' }),
    revenue('5', '2026-06-10T00:00:00.000Z', { agentKey: 'comes' }),
  ];
  const { totals, by, series } = await askAbout(facts, {
    totals: ['share'],
    series: { weeks: { every: 'week', totals: ['share', 'costShare', 'revenue'] } },
    by: byAgent({ totals: ['share'], previous: { totals: ['share', 'revenue'] } }),
  });
  expect(totals).toEqual({ share: null });
  expect(series?.weeks?.map((week) => week.totals.share)).toEqual([0, 1, 0, 0, 0]);
  expect(series?.weeks?.map((week) => week.totals.costShare)).toEqual(Array(5).fill(null));
  expect(by?.b).toMatchObject([
    { key: 'comes', totals: { share: 0.5 }, previous: { totals: { share: 0, revenue: '0' } } },
    { key: 'goes', totals: { share: 0 }, previous: { totals: { share: 0.75, revenue: '30' } } },
    { key: 'stays', totals: { share: 0.5 }, previous: { totals: { share: 0.25, revenue: '10' } } },
  ]);
});

test('previous takes a window of its own, which groups use as well and which may end within a day', async () => {
  const facts = [
    revenue('1', '2026-05-31T23:59:59.999Z', { agentKey: 'a' }),
    revenue('2', '2025-06-01T00:00:00.000Z', { agentKey: 'a' }),
    revenue('4', '2025-06-10T14:04:59.999Z', { agentKey: 'a' }),
    revenue('8', '2025-06-10T14:05:00.000Z', { agentKey: 'a' }),
    revenue('16', '2026-06-10T00:00:00.000Z', { agentKey: 'a' }),
    revenue('32', '2026-06-10T00:00:00.000Z', { agentKey: 'b' }),
  ];
  const window = { from: '2025-06-01', to: '2025-06-10T14:05:00Z' };
  const series = { days: { every: 'day' as const, totals: ['revenue' as const] } };
  const { totals, previous, by } = await askAbout(facts, {
    totals: ['revenue'],
    previous: { window, totals: ['revenue'], series },
    by: byAgent({ totals: ['revenue'], previous: { window, totals: ['revenue'] } }),
  });
  expect(totals).toEqual({ revenue: '48' });
  expect(previous).toMatchObject({
    window: { from: '2025-06-01T00:00:00.000Z', to: '2025-06-10T14:05:00.000Z' },
    totals: { revenue: '6' },
  });
  expect(previous?.series?.days?.map((day) => day.totals.revenue)).toEqual(['2', ...Array(8).fill('0'), '4']);
  expect(previous?.series?.days?.at(-1)?.isPartial).toBe(true);
  expect(by?.b).toMatchObject([
    { key: 'a', totals: { revenue: '16' }, previous: { totals: { revenue: '6' } } },
    { key: 'b', previous: { totals: { revenue: '0' } } },
  ]);
});

test('a group is listed when any measure asked of it has records, so that groups add up', async () => {
  const facts = [
    revenue('10', '2026-06-10T00:00:00.000Z', { agentKey: 'earner' }),
    event('3', '2026-06-10T00:00:00.000Z', { agentKey: 'spender' }),
  ];
  const series = { june: { every: 'month' as const, totals: ['cost' as const] } };
  const orderBy = { measure: 'revenue', direction: 'desc' } as const;
  const { by } = await askAbout(facts, { by: byAgent({ totals: ['revenue'], orderBy, series }) });
  expect(by?.b?.map(({ key, totals }) => [key, totals?.revenue])).toEqual([
    ['earner', '10'],
    ['spender', '0'],
  ]);
  expect(by?.b?.map((group) => group.series?.june?.[0]?.totals.cost)).toEqual(['0', '3']);
  // Without measures, every group is listed.
  const bare = await askAbout(facts, { by: byAgent({}) });
  expect(bare.by?.b?.map(({ key }) => key)).toEqual(['earner', 'spender']);
});

describe('different agents and customers are counted', () => {
  const [first, second, third] = ['2026-06-01', '2026-06-02', '2026-06-03'].map(
    (day) => `${day}T00:05:00.000Z`,
  ) as [string, string, string];
  const facts = [
    revenue('10', first, { agentKey: 'a', customerKey: 'x' }),
    revenue('5', second, { agentKey: 'b', customerKey: 'x' }),
    event('1', second, { agentKey: 'c', customerKey: 'y' }),
    event('1', third, { agentKey: 'c' }),
    // Outside of the windows below, in the same quarters of an hour.
    revenue('1', '2026-06-01T00:01:00.000Z', { agentKey: 'early', customerKey: 'early' }),
    revenue('1', '2026-06-03T00:14:00.000Z', { agentKey: 'late', customerKey: 'late' }),
  ];
  const window = { from: '2026-06-01T00:02:00.000Z', to: '2026-06-03T00:10:00.000Z' };
  const totals = ['agents', 'customers'] as const;
  const figures = (of: { totals?: unknown }[] | undefined) => of?.map((each) => each.totals);

  test('once in all, in each bucket and in what remains', async () => {
    const answer = await askAbout(facts, {
      ...{ window, totals: [...totals], series: { days: { every: 'day', totals: [...totals] } }, plan: true },
      by: byAgent({ totals: [...totals], first: 1 }),
    });
    expect(answer.totals).toEqual({ agents: 3, customers: 2 });
    expect(figures(answer.series?.days)).toEqual([
      { agents: 1, customers: 1 },
      { agents: 2, customers: 2 },
      { agents: 1, customers: 0 },
    ]);
    expect(answer.by?.b).toMatchObject([
      { key: 'a', totals: { agents: 1, customers: 1 } },
      { isOther: true, totals: { agents: 2, customers: 2 } },
    ]);
    expect(answer.plan?.find(({ part }) => part === 'totals')?.reads).toBe(
      'agents from rollups of each agent by day, edges from records; customers from rollups of each customer by day, edges from records',
    );
  });

  test('of customers by agent, whose order and condition they may be', async () => {
    const { by } = await askAbout([...facts, event('0', first, { agentKey: 'a', customerKey: 'z' })], {
      window,
      by: byAgent({
        ...{ totals: ['customers'], orderBy: { measure: 'customers', direction: 'desc' }, first: 2 },
        having: { measure: 'customers', lte: '1' },
      }),
    });
    expect(by?.b).toMatchObject([
      { key: 'b', totals: { customers: 1 } },
      { key: 'c', totals: { customers: 1 } },
    ]);
  });
});

test('quotients are exact to the last decimal, also of large amounts', async () => {
  const at = '2026-06-10T00:00:00.000Z';
  const facts = ['999999999999999', '2', '0'].map((amount) => revenue(amount, at));
  const { totals } = await askAbout(facts, { totals: ['averageRevenue'] });
  expect(totals).toEqual({ averageRevenue: '333333333333333.666666667' });
});

test('filters that no kind of record can meet give an empty answer', async () => {
  const facts = [revenue('10', '2026-06-10T00:00:00.000Z', { agentKey: 'a' })];
  const where = { agent: { in: ['a'] }, source: { in: ['Manual'] }, eventType: { in: ['llm.call'] } };
  const group = { totals: ['revenue' as const, 'sessions' as const] };
  const answer = await askAbout(facts, { where, ...group, by: byAgent(group) });
  expect(answer).toMatchObject({ totals: { revenue: '0', sessions: 0 }, by: { b: [] } });
});

test('a funnel of goals that a filter keeps and no record meets is empty', async () => {
  const facts = [goal('paid', '2026-06-10T00:00:00.000Z', 's')];
  const { funnel } = await askAbout(facts, {
    where: { goalType: { in: ['never'] }, tool: { notIn: ['search'] }, model: { isNull: true } },
    funnel: { f: { steps: ['paid'] } },
  });
  expect(funnel?.f).toEqual([{ goalKey: 'paid', sessions: 0, conversion: null }]);
});

test('a return on a cost of zero or less is null, and ordered last', async () => {
  const at = '2026-06-10T00:00:00.000Z';
  const facts = [
    ...[revenue('3', at, { agentKey: 'paid' }), event('2', at, { agentKey: 'paid' })],
    ...[revenue('5', at, { agentKey: 'free' }), event('0', at, { agentKey: 'free' })],
    ...[revenue('8', at, { agentKey: 'refunded' }), event('-4', at, { agentKey: 'refunded' })],
  ];
  const { totals, by } = await askAbout(facts, {
    totals: ['roi', 'margin', 'cost'],
    by: byAgent({ totals: ['roi'], orderBy: { measure: 'roi', direction: 'desc' } }),
  });
  expect(totals).toEqual({ roi: null, margin: '18', cost: '-2' });
  expect(by?.b?.map(({ key, totals }) => [key, totals?.roi])).toEqual([
    ['paid', 0.5],
    ['free', null],
    ['refunded', null],
  ]);
});

describe('a quotient over a kind of record that the slice cannot have is null', () => {
  const at = '2026-06-10T00:00:00.000Z';
  const facts = [
    goal('paid', at, 's'),
    revenue('10', at),
    event('4', at, { model: 'large', toolKey: 'search' }),
    event('2', at),
  ];
  const names = ['cost', 'goals', 'margin', 'costPerGoal', 'roi', 'averageRevenue'] as const;

  test.each([
    ['goals', { goalType: { in: ['paid'] } }, { cost: '0', goals: 1, margin: '0', costPerGoal: null }],
    [
      'events',
      { model: { in: ['large'] } },
      { cost: '4', goals: 0, margin: '-4', costPerGoal: null, roi: null, averageRevenue: null },
    ],
    ['records with an amount', { amount: { gte: '1' } }, { goals: 0, costPerGoal: null, roi: 0.666667 }],
    ['all of them', { model: { notIn: ['small'] } }, { cost: '6', costPerGoal: '6', roi: 0.666667 }],
  ])('by a filter that leaves %s', async (_, where, expected) => {
    const series = { june: { every: 'month' as const, totals: [...names] } };
    const answer = await askAbout(facts, { where, totals: [...names], series });
    expect(answer.totals).toMatchObject(expected);
    expect(answer.series?.june?.[0]?.totals).toMatchObject(expected);
  });

  test('in a group of a dimension that the kind lacks', async () => {
    const period = { totals: [...names] };
    const { by } = await askAbout(facts, {
      by: byAgent({
        dimension: 'model',
        ...period,
        previous: period,
        series: { june: { every: 'month', ...period } },
        orderBy: { measure: 'roi', direction: 'asc' },
        by: byAgent(period),
      }),
    });
    const all = { cost: '2', goals: 1, margin: '8', costPerGoal: '2', roi: 4, averageRevenue: '10' };
    const large = { cost: '4', goals: 0, margin: '-4', costPerGoal: null, roi: null, averageRevenue: null };
    for (const [i, totals] of [all, large].entries()) {
      const group = by?.b?.[i];
      expect(group).toMatchObject({ key: i === 0 ? null : 'large', totals });
      expect(group?.series?.june?.[0]?.totals).toEqual(totals);
      expect(group?.by?.b?.[0]?.totals).toEqual(totals);
    }
    expect(by?.b?.[1]?.previous?.totals).toMatchObject({ costPerGoal: null, roi: null });
  });
});

describe('a group of the window before that fell to zero', () => {
  const facts = [
    ...[revenue('30', '2026-05-10T00:00:00.000Z', { agentKey: 'gone', customerKey: 'x' })],
    ...[revenue('20', '2026-05-10T00:00:00.000Z', { agentKey: 'less', customerKey: 'x' })],
    ...[revenue('4.50', '2026-06-10T00:00:00.000Z', { agentKey: 'less', customerKey: 'x' })],
    ...[event('1', '2026-05-10T00:00:00.000Z', { agentKey: 'other kind' })],
    ...[revenue('7', '2025-06-10T00:00:00.000Z', { agentKey: 'last year', customerKey: 'x' })],
  ];
  const orderBy = { measure: 'revenue', direction: 'desc' } as const;
  const listed = async (part: Partial<GroupsPart>) =>
    (await askAbout(facts, { by: byAgent({ totals: ['revenue'], orderBy, ...part }) })).by?.b?.map(
      ({ key, totals, previous }) => [key, totals?.revenue, previous?.totals?.revenue],
    );

  test('is listed where previous is asked', async () => {
    const previous = { totals: ['revenue' as const] };
    expect(await listed({ previous })).toEqual([
      ['less', '4.5', '20'],
      ['gone', '0', '30'],
    ]);
    expect(await listed({ previous, first: 1 })).toEqual([
      ['less', '4.5', '20'],
      [null, '0', '30'],
    ]);
    expect(await listed({})).toEqual([['less', '4.5', undefined]]);
  });

  test('is that of the window to compare with', async () => {
    const window = { from: '2025-06-01', to: '2025-07-01' };
    expect(await listed({ previous: { window, totals: ['revenue'] } })).toEqual([
      ['less', '4.5', '0'],
      ['last year', '0', '7'],
    ]);
  });

  test.each(['source', 'customer'] as const)('has its %s in groups inside of it', async (dimension) => {
    const { by } = await askAbout(facts, {
      by: byAgent({
        totals: ['revenue'],
        orderBy,
        previous: { totals: ['revenue'] },
        series: { june: { every: 'month', totals: ['revenue'] } },
        by: byAgent({ dimension, previous: { totals: ['revenue'] }, totals: ['revenue'] }),
      }),
    });
    expect(by?.b?.[1]).toMatchObject({
      key: 'gone',
      series: { june: [{ totals: { revenue: '0' } }] },
      by: { b: [{ totals: { revenue: '0' }, previous: { totals: { revenue: '30' } } }] },
    });
  });
});

test.each(['hour', 'day', 'week', 'month', 'quarter', 'year'] as const)(
  'the last %s of 9999 ends at a valid instant, also west of Greenwich',
  async (every) => {
    const { series } = await askAbout([], {
      window: { from: '9999-12-30', to: '9999-12-31T23:59:59.999Z' },
      timeZone: '-12:00',
      series: { s: { every, totals: ['revenue'] } },
    });
    for (const { start, end } of series?.s ?? []) {
      expect(end).toMatch(/^9999-12-3\d/);
      expect(start < end).toBe(true);
    }
    expect(series?.s?.at(-1)?.end).toBe('9999-12-31T23:59:59.999Z');
  },
);

test('metadata groups compare texts: a number and its text are one, and so are objects of the same fields', async () => {
  const at = '2026-06-10T00:00:00.000Z';
  const values = [1, '1', { x: 1, y: [2] }, { y: [2], x: 1 }, true, 'true', '1.0'];
  const facts = values.map(
    (value): LinkedFact => ({
      kind: 'goals',
      input: { goalKey: 'paid', achievedAt: at, metadata: { plan: value } },
    }),
  );
  const { by } = await askAbout(facts, {
    by: byAgent({ dimension: 'metadata', metadataKey: 'plan', totals: ['goals'] }),
  });
  expect(by?.b?.map(({ key, totals }) => [key, totals?.goals])).toEqual([
    ['1', 2],
    ['1.0', 1],
    ['true', 2],
    ['{"x": 1, "y": [2]}', 2],
  ]);
});

describe('amounts have no trailing zeros', () => {
  const facts = [
    revenue('1.10', '2026-06-10T10:00:00.000Z', { agentKey: 'a', customerKey: 'c', description: 'in' }),
    revenue('100.00', '2026-06-11T10:00:00.000Z', { agentKey: 'a', customerKey: 'c' }),
    revenue('0.000000001', '2026-06-11T10:05:00.000Z', { agentKey: 'b', customerKey: 'd' }),
    event('0.10', '2026-06-10T10:00:00.000Z', { agentKey: 'a' }),
  ];
  const until = (to: string) => ({ window: { from: '2026-06-10T00:00:00.000Z', to } });
  const names = ['revenue', 'cost', 'margin', 'averageRevenue'] as const;

  test.each([
    ['rollups', {}],
    ['records', { where: { source: { notIn: ['never'] } } }],
  ])('from %s', async (_, where) => {
    const totals = async (to: string) =>
      (await askAbout(facts, { ...until(to), ...where, totals: [...names] })).totals;
    expect(await totals('2026-06-11T10:04:00.000Z')).toEqual({
      revenue: '101.1',
      cost: '0.1',
      margin: '101',
      averageRevenue: '50.55',
    });
    expect(await totals('2026-06-10T12:00:00.000Z')).toMatchObject({ revenue: '1.1', margin: '1' });
    expect(await totals('2026-06-10T01:00:00.000Z')).toMatchObject({ revenue: '0', cost: '0' });
  });

  test('in groups, series and the window before, while records keep the text that was sent', async () => {
    const { token } = await mintKey();
    await recordAll(gateway.url, { token, developerId: '' }, facts);
    const { by, previous } = await ask(gateway.url, token, {
      window: { from: '2026-06-11T00:00:00.000Z', to: '2026-06-11T10:04:00.000Z' },
      timeZone: 'UTC',
      weekStart: 'monday',
      previous: { window: until('2026-06-10T12:00:00.000Z').window, totals: ['revenue'] },
      by: byAgent({ totals: ['revenue'], series: { days: { every: 'day', totals: ['revenue'] } } }),
    });
    expect(previous?.totals).toEqual({ revenue: '1.1' });
    expect(by?.b).toMatchObject([
      { key: 'a', totals: { revenue: '100' }, series: { days: [{ totals: { revenue: '100' } }] } },
    ]);
    const { text } = await send(`${gateway.url}/v1/revenues?sort=recordedAt`, { token });
    expect(parse<{ amount: string }[]>(text).map(({ amount }) => amount)).toEqual([
      '1.10',
      '100.00',
      '0.000000001',
    ]);
  });
});

test('goal types and tools, which have a value of their own, are sorted by the value of their outcomes', async () => {
  const at = '2026-06-10T00:00:00.000Z';
  const { by } = await askAbout([goal('paid', at), goal('renewed', at), goal('signup', at)], {
    by: byAgent({
      dimension: 'goalType',
      totals: ['value'],
      orderBy: { measure: 'value', direction: 'asc' },
    }),
  });
  expect(by?.b?.map(({ key, totals }) => [key, totals?.value])).toEqual([
    ['renewed', '-0.1'],
    ['paid', '12.345678901'],
  ]);
});

test('a funnel follows the goals of a session in order of time, equal times included', async () => {
  const [early, late] = ['2026-06-10T00:00:00.000Z', '2026-06-10T00:00:00.001Z'];
  const facts = [
    ...[goal('signup', early, 'at once'), goal('paid', early, 'at once'), goal('renewed', early, 'at once')],
    ...[goal('signup', late, 'back'), goal('paid', early, 'back'), goal('renewed', late, 'back')],
    ...[goal('signup', early, 'slow'), goal('paid', late, 'slow'), goal('renewed', early, 'slow')],
    ...[goal('signup', early), goal('paid', early), goal('paid', early, 'no signup')],
  ];
  const { funnel } = await askAbout(facts, { funnel: { f: { steps: ['signup', 'paid', 'renewed'] } } });
  expect(funnel?.f).toEqual([
    { goalKey: 'signup', sessions: 3, conversion: 1 },
    { goalKey: 'paid', sessions: 2, conversion: 0.666667 },
    { goalKey: 'renewed', sessions: 1, conversion: 0.333333 },
  ]);
});

test('the weeks of the first customers and of the rest count each customer in its own week alone', async () => {
  const weeks = ['2026-06-02', '2026-06-09', '2026-06-16', '2026-06-23'].map((day) => `${day}T12:34:56.789Z`);
  const facts = ['big', 'middle', 'small', 'tiny'].flatMap((customerKey, i) =>
    weeks.slice(0, 4 - i).map((at) => revenue(String(10 ** (3 - i)), at, { customerKey })),
  );
  const series = { weeks: { every: 'week' as const, totals: ['revenue' as const, 'revenueCount' as const] } };
  const orderBy = { measure: 'revenue', direction: 'desc' } as const;
  const { by } = await askAbout(facts, {
    window: { from: '2026-06-01', to: '2026-06-29' },
    by: byAgent({ dimension: 'customer', first: 2, orderBy, series }),
  });
  const found = by?.b?.map((group) => [
    group.key,
    ...(group.series?.weeks ?? []).map(({ totals }) => totals.revenue),
  ]);
  expect(found).toEqual([
    ['big', '1000', '1000', '1000', '1000'],
    ['middle', '100', '100', '100', '0'],
    [null, '11', '10', '0', '0'],
  ]);
  const rest = by?.b?.[2]?.series?.weeks?.map(({ totals }) => totals.revenueCount);
  expect(rest).toEqual([2, 1, 0, 0]);
});

test('the fields of an answer have the order of the question, whichever part is read first', async () => {
  const { token } = await mintKey();
  await recordAll(gateway.url, { token, developerId: '' }, [
    revenue('5', '2026-06-10T00:00:00.000Z', { agentKey: 'a', customerKey: 'c', source: 's' }),
  ]);
  const part = {
    first: 10,
    totals: ['revenue'],
    previous: { totals: ['revenue'], series: { y: { every: 'day' } } },
  };
  const question = {
    window: { from: '2026-06-01', to: '2026-07-01' },
    previous: { totals: ['revenue'] },
    totals: ['revenue'],
    series: { z: { every: 'day', totals: ['revenue'] }, a: { every: 'month', totals: ['revenue'] } },
    by: {
      sources: { dimension: 'source', ...part },
      agents: { dimension: 'agent', ...part },
      customers: { dimension: 'customer', ...part, by: { sources: { dimension: 'source', ...part } } },
    },
  };
  const path = `/trpc/analytics.slice?input=${encodeURIComponent(JSON.stringify(question))}`;
  const texts = new Set<string>();
  for (let i = 0; i < 20; i++) texts.add((await send(`${gateway.url}${path}`, { token })).text);
  const [text = ''] = texts;
  const { data } = parse<{ result: { data: Record<string, object> } }>(text).result;
  expect(texts.size).toBe(1);
  expect(Object.keys(data)).toEqual(['window', 'totals', 'previous', 'series', 'by']);
  expect(Object.keys(data.by ?? {})).toEqual(['sources', 'agents', 'customers']);
});

describe('groups with a condition', () => {
  const facts = [
    revenue('10', '2026-06-10T00:00:00.000Z', { agentKey: 'a' }),
    revenue('20', '2026-06-10T00:00:00.000Z', { agentKey: 'b' }),
    revenue('30', '2026-06-10T00:00:00.000Z', { agentKey: 'c' }),
    revenue('40', '2026-06-10T00:00:00.000Z', { agentKey: 'd' }),
    revenue('1', '2026-05-10T00:00:00.000Z', { agentKey: 'a' }),
    revenue('2', '2026-05-10T00:00:00.000Z', { agentKey: 'b' }),
    revenue('4', '2026-05-10T00:00:00.000Z', { agentKey: 'd' }),
  ];
  const most = { orderBy: { measure: 'revenue' as const, direction: 'desc' as const } };

  test('have no others in what remains, there or before, and shares of the whole', async () => {
    const { by } = await askAbout(facts, {
      by: byAgent({
        ...most,
        first: 1,
        having: { measure: 'revenue', lt: '40' },
        totals: ['revenue', 'share'],
        previous: { totals: ['revenue'] },
      }),
    });
    expect(by?.b).toMatchObject([
      { key: 'c', totals: { revenue: '30', share: 0.3 }, previous: { totals: { revenue: '0' } } },
      // Not the 4 of the agent that is left out.
      { isOther: true, totals: { revenue: '30', share: 0.3 }, previous: { totals: { revenue: '3' } } },
    ]);
  });

  test('are counted, and may all be passed over', async () => {
    const having = { measure: 'revenue' as const, gte: '20' };
    const { by, groupCount } = await askAbout(facts, {
      by: byAgent({ ...most, having, first: 2, offset: 1, totals: ['revenue'] }),
      groupCount: { n: { dimension: 'agent', having }, all: { dimension: 'agent' } },
    });
    expect(by?.b).toMatchObject([
      { key: 'c', totals: { revenue: '30' } },
      { key: 'b', totals: { revenue: '20' } },
      { isOther: true, totals: { revenue: '40' } },
    ]);
    expect(groupCount).toEqual({ n: 3, all: 4 });
  });

  test('leave an empty list if none meets it', async () => {
    const having = { measure: 'roi' as const, gt: '0' };
    const { by, groupCount } = await askAbout(facts, {
      by: byAgent({ having, totals: ['revenue'] }),
      groupCount: { n: { dimension: 'agent', having } },
    });
    // Without a cost there is no return on it.
    expect(by?.b).toEqual([]);
    expect(groupCount).toEqual({ n: 0 });
  });

  test('are refused with parts if what remains has too many keys', async () => {
    const { token } = await mintKey();
    const long = 'x'.repeat(16_000);
    for (const half of [0, 120]) {
      const events = Array.from({ length: 120 }, (_, i) => ({
        type: 'llm.call',
        cost: '1',
        occurredAt: '2026-06-10T00:00:00.000Z',
        metadata: { k: `${half + i}${long}` },
      }));
      const body = JSON.stringify(events);
      expect((await send(`${gateway.url}/v1/events/batch`, { token, body })).status).toBe(200);
    }
    const question = (having: object, parts: object) => ({
      window: { from: '2026-06-01', to: '2026-07-01' },
      by: { b: { dimension: 'metadata', metadataKey: 'k', first: 1, having, totals: ['cost'], ...parts } },
    });
    const all = { measure: 'cost', gte: '0' };
    const spread = { spread: { p: { of: 'cost', per: 'record' } } };
    const { status, text } = await send(`${gateway.url}/trpc/analytics.slice`, {
      token,
      body: JSON.stringify(question(all, spread)),
    });
    expect(status, text).toBe(400);
    expect(text).toContain('by.b.having leaves more groups');
    for (const smaller of [question(all, {}), question({ measure: 'cost', gt: '1' }, spread)])
      expect(
        (await send(`${gateway.url}/trpc/analytics.slice`, { token, body: JSON.stringify(smaller) })).status,
      ).toBe(200);
  });
});

describe('an order by change', () => {
  test('lists first what fell most, even to nothing', async () => {
    const { by } = await askAbout(
      [
        revenue('5', '2026-06-10T00:00:00.000Z', { agentKey: 'falls' }),
        revenue('9', '2026-05-10T00:00:00.000Z', { agentKey: 'falls' }),
        revenue('7', '2026-05-10T00:00:00.000Z', { agentKey: 'gone' }),
        revenue('8', '2026-06-10T00:00:00.000Z', { agentKey: 'new' }),
      ],
      {
        by: byAgent({
          orderBy: { measure: 'revenue', by: 'change', direction: 'asc' },
          totals: ['revenue'],
        }),
      },
    );
    expect(by?.b).toMatchObject([{ key: 'gone' }, { key: 'falls' }, { key: 'new' }]);
  });
});
