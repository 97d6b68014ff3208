import { expect, test } from 'vitest';
import { ask } from '../support/analytics/ask.ts';
import { type LinkedFact, recordAll } from '../support/analytics/generated-facts.ts';
import type { GroupsPart, Question } from '../support/analytics/question.ts';
import { mintKey } from '../support/developers.ts';
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
  expect(plan?.[0]?.reads).toMatch(/rollups of each agent by quarter, edges from records/);
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
  const answer = await askAbout(facts, {
    where,
    ...group,
    by: byAgent(group),
    funnel: { f: { steps: ['paid'] } },
  });
  expect(answer).toMatchObject({ totals: { revenue: '0', sessions: 0 }, by: { b: [] } });
  expect(answer.funnel?.f).toEqual([{ goalKey: 'paid', sessions: 0, conversion: null }]);
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
