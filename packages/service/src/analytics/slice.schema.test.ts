import { describe, expect, test } from 'vitest';
import { AnalyticsInput } from './kinds.fixture.ts';

const window = { from: '2026-01-01', to: '2026-02-01' };
const problemsOf = (input: object) =>
  AnalyticsInput.safeParse({ window, ...input }).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );
const asGroups = (asked: object) => ({ by: { g: { dimension: 'agent', ...asked } } });
const nested = (levels: number): object =>
  levels === 0 ? {} : { by: { g: { dimension: 'agent', ...nested(levels - 1) } } };

test('a question has defaults for its time zone, first day of the week and direction', () => {
  const input = AnalyticsInput.parse({ window, by: { g: { dimension: 'agent' } } });
  expect(input).toMatchObject({ timeZone: 'UTC', weekStart: 'monday' });
  expect(input.by?.g).toMatchObject({ first: 20, orderBy: { direction: 'desc' } });
});

describe('the window', () => {
  test.each([
    ['days', { from: '2026-01-01', to: '2026-01-02' }],
    ['instants', { from: '2026-01-01T10:00:00Z', to: '2026-01-01T10:00:00.001Z' }],
    ['a day and an instant', { from: '2026-01-01', to: '2026-01-01T00:00:01+00:00' }],
    ['all of time', { from: '1970-01-01', to: '9999-12-31' }],
  ])('may be %s', (_, window) => {
    expect(problemsOf({ window })).toBeUndefined();
  });

  test.each([
    [{ from: '2026-01-02', to: '2026-01-02' }, ['window.to must be after from']],
    [{ from: '2026-01-02', to: '2026-01-01' }, ['window.to must be after from']],
    [{ from: '1969-12-31', to: '2026-01-01' }, ['window.from must lie in the years 1970 to 9999']],
    [
      { from: '2026-02-30', to: '2026-03-01' },
      [
        'window.from names no such day: there is no 2026-02-30; it must be a day such as "2026-01-31" or an instant with a time zone',
      ],
    ],
    [
      { from: '2026-01-01', to: '2026-01-02T10:00:00' },
      ['window.to must be a day such as "2026-01-31" or an instant with a time zone'],
    ],
  ])('is not %j', (window, problems) => {
    expect(problemsOf({ window })).toEqual(problems);
  });

  test('has the length of its days in its time zone', () => {
    // The day that Apia skipped.
    const skipped = { from: '2011-12-30', to: '2011-12-31' };
    expect(problemsOf({ window: skipped })).toBeUndefined();
    expect(problemsOf({ window: skipped, timeZone: 'Pacific/Apia' })).toEqual([
      'window.to must be after from',
    ]);
  });
});

test.each([
  ['another time zone', { timeZone: 'Mars/Olympus' }, /^timeZone must be the name of an IANA time zone/],
  ['groups four levels deep', nested(4), /^by\.g\.by\.g\.by\.g\.by\.g must nest groups at most 3 deep/],
  ['metadata without its key', { by: { g: { dimension: 'metadata' } } }, /^by\.g\.metadataKey is required/],
  [
    'a condition without a bound',
    asGroups({ having: { measure: 'cost' } }),
    /^by\.g\.having must have at least/,
  ],
  [
    'a condition on a share',
    asGroups({ having: { measure: 'share', gt: '0' } }),
    /measure must not be a share/,
  ],
  [
    'a bound in words',
    asGroups({ having: { measure: 'goals', gt: 'two' } }),
    /gt must be a decimal string, such/,
  ],
  [
    'an order by two things',
    asGroups({ orderBy: { measure: 'cost', spread: { of: 'cost', per: 'session', figure: 'p50' } } }),
    /^by\.g\.orderBy\.spread orders alone/,
  ],
  [
    'the change of a key',
    asGroups({ orderBy: { measure: 'key', by: 'change' } }),
    /orderBy\.by must be value for keys/,
  ],
  ['too many groups passed over', asGroups({ offset: 100_001 }), /^by\.g\.offset must be at most 100000/],
  [
    'a count of metadata without its key',
    { groupCount: { n: { dimension: 'metadata' } } },
    /metadataKey is required/,
  ],
  ['no group at all', { by: { g: { dimension: 'agent', first: 0 } } }, /^by\.g\.first must be at least 1/],
  [
    'too many groups',
    { by: { g: { dimension: 'agent', first: 1001 } } },
    /^by\.g\.first must be at most 1000/,
  ],
  ['a funnel without steps', { funnel: { f: { steps: [] } } }, /^funnel\.f\.steps must name at least one/],
  [
    'a step twice',
    { funnel: { f: { steps: ['a', 'a'] } } },
    /^funnel\.f\.steps must name each goal type once/,
  ],
  [
    'a part with a forbidden name',
    { series: { 'a-b': { every: 'day' } } },
    /^series\.a-b must start with a letter/,
  ],
  [
    'a part with a reserved name',
    { series: { __typename: { every: 'day' } } },
    /^series\.__typename must start/,
  ],
  [
    'more filters of metadata',
    { where: { metadata: Array(11).fill({ key: 'a' }) } },
    /^where\.metadata must have at most 10/,
  ],
  [
    'more keys than a filter may name',
    { where: { agent: { in: Array(1001).fill('a') } } },
    /^where\.agent\.in must name at most 1000/,
  ],
])('%s is refused', (_, input, problem) => {
  expect(problemsOf(input)).toEqual([expect.stringMatching(problem)]);
});

test('groups may nest three deep', () => {
  expect(problemsOf(nested(3))).toBeUndefined();
});
