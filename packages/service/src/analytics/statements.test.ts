import { expect, test } from 'vitest';
import { DAY } from './calendar.ts';
import { groupStatement } from './group-statement.ts';
import { dimension, registry } from './kinds.fixture.ts';
import type { Measure } from './measures.ts';
import { funnelStatement, sumStatement } from './statements.ts';

const scope = { developerId: 'me', levels: [], hasDeltas: false, registry };
const edges = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
const amount = undefined;

test.each<[string, Parameters<typeof sumStatement>[0]['where'], string[]]>([
  ['nothing', { dimensions: [{ dimension: dimension('agent'), in: ['a'] }], amount }, []],
  [
    'dimensions without rollups',
    { dimensions: [{ dimension: dimension('tool') }, { dimension: dimension('model') }], amount },
    ['tool', 'model'],
  ],
  [
    'agent beside customer',
    { dimensions: [{ dimension: dimension('agent') }, { dimension: dimension('customerMetadata') }], amount },
    ['agent or customer'],
  ],
  ['a range of amounts', { dimensions: [], amount: { gte: '1' } }, ['the range of amounts']],
])('a question is slowed by %s', (_, where, slowedBy) => {
  const of = (names: Measure[]) =>
    sumStatement({ ...scope, where }, edges, { names, isSeries: false }).slowedBy;
  expect(of(['revenue'])).toEqual(slowedBy);
  expect(of(['revenue', 'sessions'])).toEqual(['sessions', ...slowedBy]);
  expect(funnelStatement({ ...scope, where }, edges, { steps: ['paid'] }).slowedBy).toEqual([
    'the funnel',
    ...slowedBy,
  ]);
});

test.each<[string, Parameters<typeof sumStatement>[0]['where'], boolean, number]>([
  ['rollups while there are deltas', { dimensions: [], amount }, true, 1],
  ['rollups without deltas', { dimensions: [], amount }, false, 0],
  ['records while there are deltas', { dimensions: [], amount: { gte: '1' } }, true, 0],
])('a statement that reads %s sums unfolded deltas as often as needed', (_, where, hasDeltas, times) => {
  const { sql } = sumStatement({ ...scope, where, hasDeltas }, edges, { names: ['margin'], isSeries: false });
  expect(sql.split('unfolded as materialized').length - 1).toBe(times);
});

test.each<[string, Measure[], Parameters<typeof sumStatement>[0]['where'], string[]]>([
  ['agents', ['agents'], { dimensions: [], amount }, []],
  [
    'customers of customers',
    ['customers'],
    { dimensions: [{ dimension: dimension('customer') }], amount },
    [],
  ],
  [
    'customers of agents',
    ['agents', 'customers'],
    { dimensions: [{ dimension: dimension('agent') }], amount },
    ['customers'],
  ],
])('rollups count %s, if they have what is asked beside', (_, names, where, slowedBy) => {
  const statement = sumStatement({ ...scope, where }, edges, { names, isSeries: false });
  expect(statement.slowedBy).toEqual(slowedBy);
});

test.each<[string, Measure[], Parameters<typeof sumStatement>[0]['where'], [string, number][]]>([
  ['tokens reads all events', ['inputTokens'], { dimensions: [], amount }, [['events', 31]]],
  [
    'events without a price reads what an index finds',
    ['unpricedEvents'],
    { dimensions: [], amount },
    [['events', 0]],
  ],
  [
    'tokens beside revenue reads the revenues of the window, too, where no rollup has them',
    ['inputTokens', 'revenue'],
    { dimensions: [{ dimension: dimension('agent') }, { dimension: dimension('customer') }], amount },
    [
      ['events', 31],
      ['revenues', 31],
    ],
  ],
  [
    'sessions reads all kinds',
    ['sessions', 'inputTokens'],
    { dimensions: [], amount },
    [
      ['events', 31],
      ['revenues', 31],
      ['outcomes', 31],
      ['goals', 31],
    ],
  ],
])('a question about %s', (_, names, where, read) => {
  const { recordsRead } = sumStatement({ ...scope, where }, edges, { names, isSeries: false });
  const days = recordsRead.flatMap(({ span, kinds }) => kinds.map(({ name }) => [name, span / DAY]));
  expect(days).toEqual(read);
});

test.each([
  ['customer', false],
  ['agent', true],
  ['tool', true],
])('groups by %s read the tokens of their series only with the series', (name, hasSeries) => {
  const statement = groupStatement({ ...scope, where: { dimensions: [], amount } }, edges, {
    ...{ ref: { dimension: dimension(name) }, first: 1, max: 1, order: { by: 'key', direction: 'asc' } },
    ...{ names: ['cost'], kinds: [registry.of('events')], series: { edges, names: ['inputTokens'] } },
  });
  expect(statement.hasSeries).toBe(hasSeries);
  expect(statement.reads.includes('usage of the events')).toBe(hasSeries);
});
