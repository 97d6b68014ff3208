import { expect, test } from 'vitest';
import {
  columnsOf,
  emptyMeasure,
  isShare,
  kindNamesOf,
  measureNames,
  orderMeasures,
  parseMeasure,
} from './measures.ts';
import { completeShares, emptyTotals, totalsOf, withoutShares } from './totals.ts';

test('amounts stay decimals as PostgreSQL writes them, counts and ratios become numbers', () => {
  expect(parseMeasure('revenue', '0.100000000')).toBe('0.100000000');
  expect(parseMeasure('averageRevenue', null)).toBeNull();
  expect(parseMeasure('goals', '12')).toBe(12);
  expect(parseMeasure('roi', '-0.25')).toBe(-0.25);
  expect(parseMeasure('roi', null)).toBeNull();
});

test('sums are zero and quotients null without records', () => {
  const isNull = measureNames.filter((name) => emptyMeasure(name) === null);
  expect(isNull).toEqual([
    'averageRevenue',
    'refundRate',
    'roi',
    'errorRate',
    'costPerToken',
    'costPerGoal',
    'share',
    'valueShare',
    'costShare',
    'goalShare',
  ]);
  expect([emptyMeasure('revenue'), emptyMeasure('goals')]).toEqual(['0', 0]);
});

test('groups can be sorted by every measure but shares', () => {
  expect(measureNames.filter((name) => !orderMeasures.includes(name))).toEqual(measureNames.filter(isShare));
  expect(measureNames.filter(isShare)).toEqual(['share', 'valueShare', 'costShare', 'goalShare']);
});

test('measures that share columns name each of them once', () => {
  expect(columnsOf(['margin', 'roi', 'revenue'])).toEqual(['revenue', 'cost']);
  expect(kindNamesOf(['revenue', 'revenueCount', 'averageRevenue'])).toEqual(['revenues']);
  expect(kindNamesOf(['sessions'])).toEqual([]);
});

test('totals have the requested measures in order', () => {
  expect(Object.entries(totalsOf(['cost', 'goals'], ['1.5', '2']))).toEqual([
    ['cost', '1.5'],
    ['goals', 2],
  ]);
  expect(totalsOf(['cost', 'roi'], ['1.5'])).toEqual({ cost: '1.5', roi: null });
  expect(emptyTotals(['revenue', 'share'])).toEqual({ revenue: '0', share: null });
});

test('the root of a slice has no shares', () => {
  expect(withoutShares({ revenue: '5', share: 1, goalShare: 0.5 })).toEqual({
    revenue: '5',
    share: null,
    goalShare: null,
  });
});

test('members without records have a share of zero where others have one', () => {
  const family = [{ share: 1, costShare: null }, { share: null, costShare: null }, {}];
  completeShares(['share', 'costShare'], family);
  expect(family).toEqual([{ share: 1, costShare: null }, { share: 0, costShare: null }, { share: 0 }]);
});
