import { describe, expect, test } from 'vitest';
import { dimension, registry } from './kinds.fixture.ts';
import { Parameters } from './parameters.ts';
import { type Conditions, recordConditions, rollupConditions } from './slice-conditions.ts';

type Filter = Conditions['dimensions'][number];

const noKey = "'00000000-0000-0000-0000-000000000000'";

function ofRecords(
  table: 'revenues' | 'events',
  dimensions: readonly Filter[],
  amount?: Conditions['amount'],
) {
  const parameters = new Parameters('me');
  const conditions = recordConditions(registry.of(table), { dimensions, amount }, parameters);
  return { conditions, values: parameters.values.slice(1) };
}

describe('conditions on records', () => {
  test.each<[string, Filter, string[], unknown[]]>([
    ['in', { dimension: dimension('agent'), in: ['a'] }, ['r.agent_id = any($2::uuid[])'], [['a']]],
    [
      'notIn',
      { dimension: dimension('source'), notIn: ['a'] },
      ['(r.source = any($2::text[])) is not true'],
      [['a']],
    ],
    ['isNull', { dimension: dimension('source'), isNull: true }, ['r.source is null'], []],
    ['isNull: false', { dimension: dimension('source'), isNull: false }, ['r.source is not null'], []],
    [
      'several at once',
      { dimension: dimension('source'), in: ['a'], notIn: ['b'] },
      ['r.source = any($2::text[])', '(r.source = any($3::text[])) is not true'],
      [['a'], ['b']],
    ],
  ])('%s', (_, filter, conditions, values) => {
    expect(ofRecords('revenues', [filter])).toEqual({ conditions, values });
  });

  test('a metadata key is a parameter, never part of the SQL text', () => {
    const filter: Filter = { dimension: dimension('metadata'), metadataKey: "plan' or true", in: ['pro'] };
    expect(ofRecords('events', [filter])).toEqual({
      conditions: [
        "(case when json_typeof(r.metadata -> $2::text) in ('object', 'array') then (r.metadata -> $2::text)::jsonb::text else (r.metadata -> $2::text) #>> '{}' end) = any($3::text[])",
      ],
      values: ["plan' or true", ['pro']],
    });
  });

  test('bounds of an amount are compared as numbers', () => {
    expect(ofRecords('revenues', [], { gte: '1', lt: '2.50' })).toEqual({
      conditions: ['r.amount >= $2::numeric', 'r.amount < $3::numeric'],
      values: ['1', '2.50'],
    });
  });
});

describe('conditions on records without a dimension', () => {
  test.each<[string, Filter, boolean]>([
    ['do not match in', { dimension: dimension('model'), in: ['a'] }, false],
    ['do not match isNull: false', { dimension: dimension('model'), isNull: false }, false],
    ['do not match in beside notIn', { dimension: dimension('model'), in: ['a'], notIn: ['b'] }, false],
    ['match notIn', { dimension: dimension('model'), notIn: ['a'] }, true],
    ['match isNull', { dimension: dimension('model'), isNull: true }, true],
    ['match a filter that says nothing', { dimension: dimension('model') }, true],
  ])('%s', (_, filter, matches) => {
    // Revenues have no model.
    expect(ofRecords('revenues', [filter]).conditions).toEqual(matches ? [] : undefined);
  });

  test('match no range of amounts', () => {
    const parameters = new Parameters('me');
    expect(
      recordConditions(registry.of('goals'), { dimensions: [], amount: { gt: '0' } }, parameters),
    ).toBeUndefined();
  });
});

describe('conditions on rollups', () => {
  const of = (filter: Filter) =>
    rollupConditions(
      registry.of('events'),
      { dimensions: [filter], amount: undefined },
      new Parameters('me'),
    );

  test('keep a record without an agent under a key of its own, which notIn includes', () => {
    expect(of({ dimension: dimension('agent'), isNull: true })).toEqual([`r.key = ${noKey}`]);
    expect(of({ dimension: dimension('agent'), isNull: false })).toEqual([`r.key <> ${noKey}`]);
    expect(of({ dimension: dimension('agent'), in: ['a'] })).toEqual(['r.key = any($2::uuid[])']);
    expect(of({ dimension: dimension('agent'), notIn: ['a'] })).toEqual(['r.key <> all($2::uuid[])']);
  });

  test('allow metadata to be absent', () => {
    const [condition] = of({ dimension: dimension('customerMetadata'), metadataKey: 'plan', notIn: ['pro'] });
    expect(condition).toMatch(/metadata -> \$2::text\) #>> .*= any\(\$3::text\[\]\)\) is not true$/s);
  });
});
