import { tools } from '@outturn/mcp/tools';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordHalfYear } from '../docs/half-year.fixture.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionNames, snippets } from '../support/snippets.ts';
import { connectMcp, revisions } from './mcp-client.ts';

const gateway = useGateway();
let token: string;
beforeAll(async () => {
  ({ token } = await mintKey());
  await recordHalfYear(gateway.url, token);
});

type Totals = Record<string, unknown>;
type Shown = {
  totals?: Totals;
  previous?: { totals?: Totals };
  series?: (Totals & { start: string; totals: Totals })[];
};
type InGraphql = Shown & { key?: string | null; label?: string | null; isOther?: boolean; by?: InGraphql[] };
type InMcp = Shown & { key?: string | null; label?: string | null; isOther?: boolean; groups?: InMcp[] };

const questions = sectionNames('docs/questions.md', '###').filter((name) => /^\d+\. /.test(name));

async function askGraphql(query: string): Promise<InGraphql> {
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  return JSON.parse(text).data.analytics;
}

/** Everything that GraphQL shows is in the answer of the tool, which has the same measures at every level. */
function expectSame(asked: InGraphql, { groups, ...shown }: InMcp): void {
  const { by, ...own } = asked;
  for (const part of ['totals', 'previous'] as const)
    if (own[part]) expect(shown[part]).toMatchObject(own[part]);
  if (own.series)
    expect(shown.series?.map(({ start, totals }) => ({ start, totals }))).toMatchObject(
      own.series.map(({ start, totals }) => ({ start, totals })),
    );
  if (!by) return;
  expect(groups).toHaveLength(by.length);
  for (const [i, one] of by.entries()) {
    const { key, label = key, isOther = false } = groups?.[i] ?? {};
    expect({ key, label, isOther }).toMatchObject({
      ...(one.key !== undefined && { key: one.key }),
      ...(one.label !== undefined && { label: one.label }),
      ...(one.isOther !== undefined && { isOther: one.isOther }),
    });
    expectSame(one, groups?.[i] ?? {});
  }
}

test('at least ten questions of the cookbook are in the question language', () => {
  expect(questions.length).toBeGreaterThanOrEqual(10);
  expect(sectionNames('docs/analytics.md', '###')).toEqual(expect.arrayContaining(questions));
});

describe.each(revisions)('revision %s', (revision) => {
  test.each(questions)('%s', async (question) => {
    const [input = ''] = snippets('docs/questions.md', 'json', question);
    const [query = ''] = snippets('docs/analytics.md', 'graphql', question);
    // The third question of the cookbook has variables, which say the same quarter.
    const filled = query
      .replace(/^query \(.*\) /, '')
      .replace('$from', '"2026-04-01"')
      .replace('$to', '"2026-07-01"');
    const [asked, answer] = await Promise.all([
      askGraphql(filled),
      connectMcp(gateway.url, token, revision).call('ask_analytics', JSON.parse(input)),
    ]);
    expect(answer.text).not.toContain('omitted');
    expectSame(asked, answer.result);
  });
});

describe('a question', () => {
  const ask = (input: Record<string, unknown>) => connectMcp(gateway.url, token).call('ask_analytics', input);
  const quarter = { from: '2026-04-01', to: '2026-07-01' };

  test('of the declaration, and the first one of the guide, is answered', async () => {
    const examples = tools.flatMap(({ declaration }) => declaration.inputSchema.examples ?? []);
    const [first = ''] = snippets('docs/questions.md', 'json');
    for (const example of [...(examples as object[]), JSON.parse(first)])
      expect(await ask(example)).toMatchObject({ isError: false, result: { totals: expect.any(Object) } });
  });

  test('without measures has revenue, cost, margin and goals', async () => {
    const { result } = await ask({ window: quarter });
    expect(Object.keys(result.totals)).toEqual(['revenue', 'cost', 'margin', 'goals']);
    expect(result.window).toEqual({
      from: '2026-04-01T00:00:00.000Z',
      to: '2026-07-01T00:00:00.000Z',
      timeZone: 'UTC',
    });
  });

  test('is compared with the year before, also from 29 February', async () => {
    const { result } = await ask({ window: { from: '2028-02-29', to: '2028-03-01' }, compare: 'year' });
    expect(result.previous.window).toEqual({
      from: '2027-02-28T00:00:00.000Z',
      to: '2027-03-01T00:00:00.000Z',
    });
    const instants = { from: '2026-04-01T12:00:00Z', to: '2026-04-02T12:00:00Z' };
    const exact = await ask({ window: instants, compare: 'year' });
    expect(exact.result.previous.window.from).toBe('2025-04-01T12:00:00.000Z');
  });

  test('may be about a time that moves, compared with the same part before', async () => {
    const cost = { measures: ['cost'] };
    const { result } = await ask({ window: { this: 'year' }, compare: 'year', ...cost });
    const yearOf = ({ from }: { from: string }) => Number(from.slice(0, 4));
    expect(yearOf(result.previous.window)).toBe(yearOf(result.window) - 1);
    const days = await ask({ window: { last: 7, unit: 'day' }, every: 'day', compare: 'previous', ...cost });
    expect(days.result.series).toHaveLength(7);
    expect(days.result.previous.series.length).toBeGreaterThanOrEqual(7);
  });

  test('has the buckets of the period before beside its own', async () => {
    const { result } = await ask({
      window: quarter,
      every: 'month',
      compare: 'previous',
      measures: ['cost'],
    });
    expect(result.series).toHaveLength(3);
    expect(result.previous.series).toHaveLength(3);
    expect(result.previous.series[0].start).toBe('2026-01-01T00:00:00.000Z');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no window', {}, 'window: is required'],
    ['half a window', { window: { last: 7 } }, 'window.unit: is required beside last'],
    [
      'two windows',
      { window: { this: 'week', previous: 'week' } },
      'window.previous: cannot be given beside this',
    ],
    ['an unknown part', { window: quarter, series: {} }, 'series: is not a known field'],
    [
      'an empty window',
      { window: { from: '2026-04-01', to: '2026-04-01' } },
      'window.to: must be after from',
    ],
    ['a wrong day', { window: { ...quarter, to: '2026-02-30' } }, 'window.to: names no such day'],
    [
      'an unknown measure',
      { window: quarter, measures: ['cost', 'profit'] },
      'measures.1: must be one of revenue,',
    ],
    [
      'an unknown dimension',
      { window: quarter, by: [{ dimension: 'agents' }] },
      'by.0.dimension: must be one of',
    ],
    [
      'a missing key of metadata',
      { window: quarter, by: [{ dimension: 'agent' }, { dimension: 'metadata' }] },
      'by.1.metadataKey: is required for a dimension of metadata',
    ],
    [
      'too many groups',
      { window: quarter, by: [{ dimension: 'agent', first: 5000 }] },
      'by.0.first: must be at most 1000',
    ],
    [
      'too many dimensions',
      { window: quarter, by: Array(4).fill({ dimension: 'agent' }) },
      'by: must have at most 3 dimensions',
    ],
    [
      'too many buckets',
      { window: { from: '2000-01-01', to: '2026-01-01' }, every: 'hour' },
      'every: hour makes more than 8784 buckets',
    ],
    [
      'a wrong zone',
      { window: quarter, timeZone: 'Mars' },
      'timeZone: must be the name of an IANA time zone',
    ],
    ['a wrong order', { window: quarter, orderBy: { measure: 'share' } }, 'orderBy.measure: must be one of'],
    [
      'a wrong condition',
      { window: quarter, where: { agent: { is: 'x' } } },
      'where.agent.is: is not a known field',
    ],
    ['a wrong comparison', { window: quarter, compare: 'decade' }, 'compare: must be one of previous, year'],
  ])('with %s is told the field in its own words', async (_, input, expected) => {
    const { isError, text } = await ask(input);
    expect(isError).toBe(true);
    const [first = '', ...details] = text.split('\n');
    expect(first).toBe(`Invalid Request: ${details[0]?.replace(': ', ' ')}`);
    expect(details.join('\n')).toContain(expected);
    expect(text).not.toMatch(/groups\.|series\.|totals/);
  });

  test('whose answer would be too long is cut at whole groups', async () => {
    const { text, result } = await ask({
      window: { from: '2026-01-01', to: '2026-07-01' },
      measures: ['revenue', 'cost', 'margin', 'goals', 'events', 'value', 'outcomes', 'roi'],
      by: [{ dimension: 'session', first: 1000 }],
    });
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text.length).toBeGreaterThan(38_000);
    const { omitted, hint } = result.groups.pop();
    expect(hint).toBe('ask for less');
    expect(result.groups.length + omitted).toBe(543);
    expect(result.groups.every(({ totals }: { totals: object }) => 'roi' in totals)).toBe(true);
  });
});
