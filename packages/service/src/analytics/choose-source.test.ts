import { describe, expect, test } from 'vitest';
import { chooseSources, describeSources, type Question, recordSpan } from './choose-source.ts';
import { cellLengths } from './coverage.ts';
import { dimension, registry } from './kinds.fixture.ts';
import { splitTopAndRest } from './top-n-sql.ts';

const MINUTE = 60_000;
const at = (time: string) => Date.parse(time);
const [from, to] = [at('2026-01-01T00:00Z'), at('2026-02-01T00:00Z')];
const nowhere: Question['where'] = { dimensions: [], amount: undefined };

function question(changes: Partial<Question> = {}): Question {
  return {
    edges: [from, to],
    path: [],
    where: nowhere,
    kinds: [registry.of('revenues')],
    registry,
    hasDeltas: false,
    columns: [],
    ...changes,
  };
}
const sourcesOf = (asked: Question) => describeSources(chooseSources(asked).values());
const by = (...names: string[]) => names.map((name) => ({ dimension: dimension(name) }));
const where = (...names: string[]) => ({
  dimensions: names.map((name) => ({ dimension: dimension(name), in: [] })),
  amount: undefined,
});

describe('sums are read from', () => {
  test.each([
    ['the whole', question(), 'rollups of the whole by day'],
    ['agents for groups of agents', question({ path: by('agent') }), 'rollups of each agent by day'],
    [
      'agents for their metadata',
      question({ path: by('agent', 'agentMetadata') }),
      'rollups of each agent by day',
    ],
    [
      'customers for a filter of customers',
      question({ where: where('customer') }),
      'rollups of each customer by day',
    ],
    ['records for agents of customers', question({ path: by('agent', 'customer') }), 'records'],
    [
      'records for agents where customers are filtered',
      question({ path: by('agent'), where: where('customer') }),
      'records',
    ],
    ['records for what no rollup knows', question({ path: by('source') }), 'records'],
    [
      'the whole for kinds without the dimension, which have one group',
      question({ path: by('model') }),
      'rollups of the whole by day',
    ],
    [
      'agents for kinds that lack the other dimension',
      question({ path: by('agent', 'model'), kinds: [registry.of('revenues'), registry.of('events')] }),
      'rollups of each agent by day; records',
    ],
    ['nothing for kinds that the filter removes', question({ where: where('model') }), 'nothing'],
    [
      'records for a range of amounts',
      question({ where: { dimensions: [], amount: { gt: '5' } } }),
      'records',
    ],
    [
      'quarters of an hour at the edges',
      question({ edges: [from + 45 * MINUTE, to] }),
      'rollups of the whole by day and quarter hour',
    ],
    [
      'quarters of an hour for hours of a day',
      question({ edges: [from, from + 60 * MINUTE] }),
      'rollups of the whole by quarter hour',
    ],
    [
      'records at edges beside a quarter of an hour',
      question({ edges: [from + MINUTE, to] }),
      'rollups of the whole by day, edges from records',
    ],
    ['records for less than a quarter of an hour', question({ edges: [from, from + MINUTE] }), 'records'],
  ])('%s', (_, asked, words) => {
    expect(sourcesOf(asked)).toBe(words);
  });
});

test('the records of a window are read where no rollup covers it', () => {
  const spanOf = (asked: Question) => [...chooseSources(asked).values()].map(recordSpan);
  expect(spanOf(question())).toEqual([0]);
  expect(spanOf(question({ path: by('source') }))).toEqual([to - from]);
  const [beside] = spanOf(question({ edges: [from + MINUTE, to] }));
  expect(beside).toBeLessThanOrEqual(cellLengths.quarterHour / 2);
});

describe('the first customers of many', () => {
  const level = (name: string, keys: string[], others: string[] = ['other']) => ({
    ref: { dimension: dimension(name) },
    members: keys.map((key) => ({ key, index: 0 })),
    others,
  });
  const customers = question({ path: by('customer') });
  const split = (asked: Question, ...levels: ReturnType<typeof level>[]) =>
    // Only the levels of a statement that the split reads.
    splitTopAndRest(asked, levels as unknown as Parameters<typeof splitTopAndRest>[1]);

  test('are read by their keys, and the rest is the whole minus their sums', () => {
    const parts = split(customers, level('customer', ['a', 'b']));
    expect(parts?.top.question.where.dimensions).toEqual([
      { dimension: dimension('customer'), in: ['a', 'b'] },
    ]);
    expect(parts?.whole.question.path).toEqual([]);
    expect(parts && describeSources(parts.whole.sources.values())).toBe('rollups of the whole by day');
  });

  test.each([
    ['something is filtered', split({ ...customers, where: where('customer') }, level('customer', ['a']))],
    ['there are groups within', split(customers, level('customer', ['a']), level('agent', ['b']))],
    ['agents are asked for', split(question({ path: by('agent') }), level('agent', ['a']))],
    ['there is no rest', split(customers, level('customer', ['a'], []))],
    [
      'records without a customer are among the first',
      split(customers, level('customer', ['00000000-0000-0000-0000-000000000000'])),
    ],
  ])('are not split off where %s', (_, parts) => {
    expect(parts).toBeUndefined();
  });
});
