import { expect, test } from 'vitest';
import { stepPaths, straightPaths } from './line-paths.ts';

const scale = { x: (index: number) => index * 10, y: (position: number) => 100 - position };
const value = (position: number | null, isPartial = false) => ({ position, isPartial });

test('steps are as wide as their buckets, and dashed where these are partial', () => {
  expect(stepPaths([value(10), value(30), value(20, true)], scale)).toEqual({
    solid: 'M0,90V90H10M10,90V70H20',
    dashed: 'M20,70V80H30',
  });
});

test('ratios are joined by straight lines, except over buckets without a value', () => {
  expect(
    straightPaths([value(10), value(30), value(null), undefined, value(5), value(20, true)], scale),
  ).toEqual({
    solid: 'M5,90L15,70',
    dashed: 'M45,95L55,80',
  });
});
