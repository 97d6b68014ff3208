import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test('amounts are compared exactly', () => {
  expect(changeOf('revenue', '0.3', '0.1')).toEqual({
    direction: 'up',
    isGood: true,
    absolute: '+$0.20',
    full: '+$0.20',
    relative: '+200%',
  });
  expect(changeOf('revenue', '123456789012345.13', '123456789012345.12')).toMatchObject({
    direction: 'up',
    absolute: '+$0.01',
    relative: undefined,
  });
});

test('long differences of amounts take the compact form', () => {
  expect(changeOf('margin', '-98765432.10', '0')).toMatchObject({
    absolute: '-$98.8M',
    full: '-$98,765,432.10',
    relative: undefined,
  });
});

test('counts, ratios and multiples have labels of their own', () => {
  expect(changeOf('goals', 8, 10)).toMatchObject({ direction: 'down', absolute: '-2', relative: '-20%' });
  expect(changeOf('share', 0.5, 0.25)).toMatchObject({
    direction: 'up',
    absolute: '+25 pp',
    relative: undefined,
  });
  expect(changeOf('roi', 1.5, 1.25)).toMatchObject({ absolute: '+0.25×', relative: undefined });
  expect(changeOf('roi', 0.5, 3.315)).toMatchObject({ direction: 'down', absolute: '-2.8×' });
});

test('a multiple beyond 100× is compared with none', () => {
  expect(changeOf('roi', 100, -100)).toMatchObject({ absolute: '+200×' });
  expect(changeOf('roi', 100.1, 3)).toBeUndefined();
  expect(changeOf('roi', 3, -250)).toBeUndefined();
});

test('more cost is bad, less cost is good, more events are neither', () => {
  expect(changeOf('cost', '2', '1')).toMatchObject({ direction: 'up', isGood: false });
  expect(changeOf('cost', '1', '2')).toMatchObject({ direction: 'down', isGood: true });
  expect(changeOf('revenue', '1', '2')).toMatchObject({ direction: 'down', isGood: false });
  expect(changeOf('events', 2, 1)).toMatchObject({ direction: 'up', isGood: undefined });
});

test('a change of zero has no direction, and no zero has a sign', () => {
  const none = { direction: 'same', isGood: undefined };
  expect(changeOf('goals', 3, 3)).toMatchObject({ ...none, absolute: '0', relative: undefined });
  expect(changeOf('revenue', '5', '5')).toMatchObject({ ...none, absolute: '$0.00' });
  expect(changeOf('share', 0.25, 0.2501)).toMatchObject({ ...none, absolute: '0 pp' });
  expect(changeOf('roi', 1.25, 1.2501)).toMatchObject({ ...none, absolute: '0×' });
  expect(changeOf('revenue', '9999', '10000')).toMatchObject({ direction: 'down', relative: undefined });
});

test('a change from a loss, or beyond 100× of the value before, has no percentage', () => {
  const none = { relative: undefined };
  expect(changeOf('margin', '100', '-10')).toMatchObject({ ...none, isGood: true, absolute: '+$110.00' });
  expect(changeOf('margin', '-50', '-100')).toMatchObject({ ...none, absolute: '+$50.00' });
  expect(changeOf('margin', '-10', '100')).toMatchObject({ relative: '-110%', absolute: '-$110.00' });
  expect(changeOf('revenue', '101', '1')).toMatchObject({ relative: '+10,000%' });
  expect(changeOf('revenue', '101.01', '1')).toMatchObject({ ...none, absolute: '+$100.01' });
  expect(changeOf('goals', 1000, 1)).toMatchObject({ ...none, absolute: '+999' });
});

test('a change from zero has no percentage, and one from a missing value is not shown', () => {
  expect(changeOf('revenue', '5', '0')).toMatchObject({ absolute: '+$5.00', relative: undefined });
  expect(changeOf('roi', null, 1)).toBeUndefined();
  expect(changeOf('cost', '1', undefined)).toBeUndefined();
});
