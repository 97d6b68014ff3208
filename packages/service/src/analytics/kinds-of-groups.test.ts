import { expect, test } from 'vitest';
import { AnalyticsInput, registry } from './kinds.fixture.ts';
import { groupKinds, orderOf } from './kinds-of-groups.ts';
import type { GroupsInput } from './slice.schema.ts';

/** Groups as in a request, with their defaults. */
function groups(asked: object): GroupsInput {
  const window = { from: '2026-01-01', to: '2026-02-01' };
  const { by } = AnalyticsInput.parse({ window, by: { g: { dimension: 'agent', ...asked } } });
  return by?.g as GroupsInput;
}

const namesOf = (asked: object) =>
  groupKinds(groups(asked), registry)
    .map(({ name }) => name)
    .toSorted();

const byCost = { orderBy: { measure: 'cost' } };
const byKey = { orderBy: { measure: 'key' } };
const every = ['revenues', 'outcomes', 'goals', 'events'];

test.each([
  ['the order of the groups', byCost, ['events']],
  ['their totals', { ...byCost, totals: ['revenue'] }, ['revenues', 'events']],
  ['all records of a quotient', { ...byCost, totals: ['costPerGoal'] }, ['events', 'goals']],
  ['the window before', { ...byKey, previous: { totals: ['value'] } }, ['outcomes']],
  ['a series', { ...byKey, series: { s: { every: 'day', totals: ['goals'] } } }, ['goals']],
  [
    'a series of the window before',
    { ...byKey, previous: { series: { s: { every: 'day', totals: ['goals'] } } } },
    ['goals'],
  ],
  ['an order by change', { orderBy: { measure: 'cost', by: 'change' } }, ['events']],
  [
    'an order by a spread',
    { orderBy: { spread: { of: 'value', per: 'session', figure: 'p50' } } },
    ['outcomes'],
  ],
  ['a condition on groups', { ...byKey, having: { measure: 'goals', gt: '1' } }, ['goals']],
  ['a spread', { ...byKey, spread: { s: { of: 'revenue', per: 'record' } } }, ['revenues']],
  [
    'a comparison',
    { ...byKey, previous: { change: ['cost'] }, whole: { ratio: ['goals'] } },
    ['events', 'goals'],
  ],
  [
    'a number of groups',
    {
      ...byKey,
      groupCount: { n: { dimension: 'tool', measures: ['goals'], having: { measure: 'cost', gt: '1' } } },
    },
    ['events', 'goals'],
  ],
  ['a funnel', { ...byKey, funnel: { f: { steps: ['lead'] } } }, ['goals']],
  ['groups within them', { ...byKey, by: { g: { dimension: 'tool', ...byCost } } }, ['events']],
  [
    'a funnel of groups within them',
    { ...byKey, by: { g: { dimension: 'tool', ...byKey, funnel: { f: { steps: ['lead'] } } } } },
    ['goals'],
  ],
])('groups come from the kinds of record in %s', (_, asked, kinds) => {
  expect(namesOf(asked)).toEqual(kinds.toSorted());
});

test.each([
  ['nothing is asked of them', byKey],
  ['sessions are counted', { ...byCost, totals: ['sessions'] }],
  ['a funnel begins with any session', { ...byKey, funnel: { f: { start: 'session', steps: ['lead'] } } }],
  ['groups with any record are counted', { ...byCost, groupCount: { n: { dimension: 'tool' } } }],
  ['sessions order them', { orderBy: { measure: 'sessions' } }],
])('groups come from every kind of record where %s', (_, asked) => {
  expect(namesOf(asked)).toEqual(every.toSorted());
});

test.each([
  ['the first measure of the groups', { totals: ['cost', 'goals'] }, 'cost'],
  ['what a share is a part of', { totals: ['goalShare'] }, 'goals'],
  ['the first measure of a series', { series: { s: { every: 'day', totals: ['events'] } } }, 'events'],
  [
    'the first measure of groups within them',
    { by: { g: { dimension: 'tool', totals: ['value'] } } },
    'value',
  ],
  ['revenue without any', {}, 'revenue'],
  ['what is asked for', { totals: ['cost'], orderBy: { measure: 'goals' } }, 'goals'],
])('groups are ordered by %s', (_, asked, measure) => {
  expect(orderOf(groups(asked))).toEqual({ by: 'value', measure, direction: 'desc' });
});
