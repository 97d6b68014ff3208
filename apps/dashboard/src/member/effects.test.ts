import { expect, test } from 'vitest';
import { effectsOf } from './effects.ts';

type Amount = string | undefined;
const group = (key: string | null, now: Amount, before: Amount, isOther = false) => ({
  key,
  label: key,
  isOther,
  totals: { margin: now, cost: now },
  previous: { totals: { margin: before, cost: before } },
});
const byCustomer = { dimension: 'customer', measure: 'margin' } as const;
const byModel = { dimension: 'model', measure: 'cost' } as const;
const shown = (effects: ReturnType<typeof effectsOf>) =>
  effects.map(({ group: { key, isOther }, effect }) => [isOther ? 'others' : key, effect]);

test('groups are ranked by their exact effect on the margin, whichever its sign, and unchanged ones are left out', () => {
  const groups = [
    group('a', '10', '9.7'),
    group('b', '-5', '20'),
    group('c', '0.1', '0.1'),
    group('d', '3', '0'),
  ];
  expect(shown(effectsOf(groups, byCustomer))).toEqual([
    ['b', '-25'],
    ['d', '3'],
    ['a', '0.3'],
  ]);
});

test('a cost that has risen lowers the margin', () => {
  expect(effectsOf([group('large', '12.5', '2')], byModel)).toEqual([
    {
      group: group('large', '12.5', '2'),
      now: '12.5',
      before: '2',
      effect: '-10.5',
      where: [{ dimension: 'model', condition: 'in', values: ['large'] }],
    },
  ]);
});

test('a group of one side alone counts from zero, or to zero', () => {
  const groups = [group('new', '4', undefined), group('gone', undefined, '7')];
  expect(shown(effectsOf(groups, byCustomer))).toEqual([
    ['gone', '-7'],
    ['new', '4'],
  ]);
});

test('what is not shown is summed with the others of the answer, as all but the shown groups', () => {
  const named = ['9', '8', '7', '6', '5', '2', '1'].map((now, at) => group(`c${at}`, now, '0'));
  const effects = effectsOf([group(null, '100', '0'), ...named, group(null, '-0.5', '1', true)], byCustomer);
  expect(shown(effects)).toEqual([
    [null, '100'],
    ['c0', '9'],
    ['c1', '8'],
    ['c2', '7'],
    ['c3', '6'],
    ['others', '6.5'],
  ]);
  expect(effects.at(-1)?.where).toEqual([
    { dimension: 'customer', condition: 'notIn', values: ['c0', 'c1', 'c2', 'c3'] },
    { dimension: 'customer', condition: 'present', values: [] },
  ]);
});

test('where nothing has changed there are no effects', () => {
  expect(effectsOf([group('a', '5', '5.00'), group(null, '1', '1', true)], byCustomer)).toEqual([]);
});
