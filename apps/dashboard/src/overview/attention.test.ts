import { expect, test } from 'vitest';
import { attentionOf, type Sentence } from './attention.ts';

type Answers = Parameters<typeof attentionOf>[0];
type Rows = Answers['losing']['agents'];
type Totals = NonNullable<Rows[number]['totals']>;

const row = (key: string | null, totals: Totals, before?: Totals, label = key) => ({
  key,
  label,
  isOther: false,
  totals,
  ...(before && {
    previous: { window: { from: '', to: '' }, totals: before, change: changesOf(totals, before) },
  }),
});
/** The differences as the API computes them. */
function changesOf(totals: Totals, before: Totals): Totals {
  const names = (['margin', 'cost'] as const).filter((name) => name in totals);
  return Object.fromEntries(names.map((name) => [name, `${Number(totals[name]) - Number(before[name])}`]));
}
const members = (agents: Rows = [], customers: Rows = []) => ({ agents, customers });
const text = ({ before, name, after }: Sentence) => `${before}${name}${after}`;
const none = { events: 0, revenueCount: 0, refundCount: 0, outcomes: 0, goals: 0 };

test('losses are named with their amounts, the largest first, and lead to the records of the margin', () => {
  const agents = [
    row('refunds', { margin: '-1240', revenue: '200', cost: '1440' }),
    row('scout', { margin: '-0.5', revenue: '0', cost: '0.5' }),
    row('sales', { margin: '90', revenue: '100', cost: '10' }),
    // The group without a key and the group of all others are no members.
    row(null, { margin: '-5', revenue: '0', cost: '5' }),
    { ...row(null, { margin: '-9', revenue: '0', cost: '9' }), isOther: true },
  ];
  const customers = [row('c-1', { margin: '-30', revenue: '0', cost: '30' }, undefined, 'Acme')];
  const sentences = attentionOf({ losing: members(agents, customers) });
  expect(sentences.map(text)).toEqual([
    'refunds lost $1,240.00: $200.00 of revenue, $1,440.00 of cost.',
    'Acme lost $30.00: $0.00 of revenue, $30.00 of cost.',
    'scout lost $0.50: $0.00 of revenue, $0.50 of cost.',
  ]);
  expect(sentences[1]?.proof).toEqual({
    to: 'records',
    measure: 'margin',
    dimension: 'customer',
    key: 'c-1',
  });
});

test('the largest fall and the largest rise are named, and a member that lost money by its loss alone', () => {
  const losing = members([row('a', { margin: '-10', revenue: '0', cost: '10' })]);
  const rises = members([
    row('a', { cost: '10' }, { cost: '0' }),
    row('b', { cost: '70' }, { cost: '20' }),
    row('c', { cost: '90' }, { cost: '60' }),
  ]);
  const falls = members([
    row('a', { ...none, events: 1, margin: '-10' }, { margin: '300' }),
    row('d', { ...none, events: 1, margin: '390' }, { margin: '400' }),
    row('e', { ...none, events: 1, margin: '10' }, { margin: '70' }),
  ]);
  expect(attentionOf({ losing, rises, falls }).map(text)).toEqual([
    'The margin of e fell by $60.00, from $70.00 to $10.00.',
    'The cost of b rose by $50.00, from $20.00 to $70.00.',
    'a lost $10.00: $0.00 of revenue, $10.00 of cost.',
  ]);
});

test('a member without records in the period is silent, and its margin is not named as fallen', () => {
  const falls = members([
    row('seller', { ...none, margin: '0' }, { margin: '80', revenue: '100', cost: '20' }),
    row('helper', { ...none, margin: '0' }, { margin: '-3', revenue: '0', cost: '3' }),
    row('worker', { ...none, goals: 1, margin: '0' }, { margin: '5', revenue: '9', cost: '4' }),
  ]);
  const sentences = attentionOf({ losing: members(), falls });
  expect(sentences.map(text)).toEqual([
    'seller has no records in this period; it earned $100.00 before.',
    'The margin of worker fell by $5.00, from $5.00 to $0.00.',
    'helper has no records in this period; it cost $3.00 before.',
  ]);
  expect(sentences[0]?.proof).toEqual({ to: 'member', dimension: 'agents', key: 'seller' });
});

test('an error rate that doubled is named, unless there are few errors or nothing to compare with', () => {
  const errors = [
    row('flaky', { errors: 45, errorRate: 0.045, cost: '120' }, { errorRate: 0.02 }),
    row('steady', { errors: 90, errorRate: 0.03, cost: '900' }, { errorRate: 0.02 }),
    row('rare', { errors: 4, errorRate: 0.5, cost: '10' }, { errorRate: 0 }),
    row('new', { errors: 50, errorRate: 0.5, cost: '10' }, { errorRate: null }),
  ];
  expect(attentionOf({ losing: members(), errors }).map(text)).toEqual([
    'The error rate of flaky rose from 2% to 4.5%, about $5.40 of its cost.',
  ]);
});

test('at most five sentences are shown, one of them kept for calls without a price', () => {
  const agents = Array.from({ length: 8 }, (_, index) =>
    row(`a${index}`, { margin: `-${100 - index}`, revenue: '0', cost: '1' }),
  );
  expect(attentionOf({ losing: members(agents) })).toHaveLength(5);
  const sentences = attentionOf({ losing: members(agents), unpricedEvents: 1200 });
  expect(sentences).toHaveLength(5);
  expect(sentences.at(-1)).toMatchObject({
    after: '1,200 calls of models without a price are not in the cost.',
    proof: { to: 'records', measure: 'unpricedEvents' },
  });
});

test('members of one name are told apart by their keys', () => {
  const losses = { margin: '-1', revenue: '0', cost: '1' };
  const agents = [row('s-1', losses, undefined, 'Sales'), row('s-2', losses, undefined, 'Sales')];
  expect(attentionOf({ losing: members(agents) }).map(({ name }) => name)).toEqual([
    'Sales (s-1)',
    'Sales (s-2)',
  ]);
});

test('nothing needs attention in an empty account, and where all members earn as before', () => {
  expect(attentionOf({ losing: members(), rises: members(), falls: members() })).toEqual([]);
  const earning = { margin: '9', revenue: '10', cost: '1' };
  const losing = members([row('a', earning)], [row('c', earning)]);
  const rises = members([row('a', { cost: '1' }, { cost: '1' })]);
  const falls = members([row('a', { ...none, events: 2, ...earning }, earning)]);
  expect(attentionOf({ losing, rises, falls, errors: [], unpricedEvents: 0 })).toEqual([]);
});
