import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test('amounts are compared exactly', () => {
  expect(changeOf('revenue', '0.3', '0.1')).toEqual({
    direction: 'up',
    absolute: '+$0.20',
    relative: '+200%',
  });
  expect(changeOf('revenue', '123456789012345.13', '123456789012345.12')).toMatchObject({
    direction: 'up',
    absolute: '+$0.01',
  });
  expect(changeOf('margin', '-50', '-100')).toEqual({
    direction: 'up',
    absolute: '+$50.00',
    relative: '+50%',
  });
});

test('counts and ratios have their own words', () => {
  expect(changeOf('goals', 8, 10)).toEqual({ direction: 'down', absolute: '-2', relative: '-20%' });
  expect(changeOf('roi', 1.5, 1.25)).toEqual({
    direction: 'up',
    absolute: '+25 points',
    relative: undefined,
  });
  expect(changeOf('goals', 3, 3)).toMatchObject({ direction: 'same', relative: '0%' });
});

test('nothing to compare with', () => {
  expect(changeOf('revenue', '5', '0')).toEqual({ direction: 'up', absolute: '+$5.00', relative: undefined });
  expect(changeOf('roi', null, 1)).toBeUndefined();
  expect(changeOf('cost', '1', undefined)).toBeUndefined();
});
