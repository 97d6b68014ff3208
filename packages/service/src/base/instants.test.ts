import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toIsoInstant } from './instants.ts';

test.each([
  ['2024-01-15 10:30:00+00', '2024-01-15T10:30:00.000Z'],
  ['2024-01-15 10:30:00.5+00', '2024-01-15T10:30:00.500Z'],
  ['2024-01-15 10:30:00.05+00', '2024-01-15T10:30:00.050Z'],
  ['2024-02-29 00:00:00.001+00', '2024-02-29T00:00:00.001Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
])('PostgreSQL writes %s for %s', (text, instant) => {
  expect(toIsoInstant(text)).toBe(instant);
});

test('digits after the milliseconds are dropped', () => {
  expect(toIsoInstant('2024-01-15 10:30:00.1239+00')).toBe('2024-01-15T10:30:00.123Z');
  expect(toIsoInstant('2024-01-15 10:30:00.123999+00')).toBe('2024-01-15T10:30:00.123Z');
});

test('every millisecond from 1970 to 9999 is restored, with as many digits as PostgreSQL writes', () => {
  const time = fc.integer({ min: 0, max: Date.UTC(10_000, 0, 1) - 1 });
  fc.assert(
    fc.property(time, (milliseconds) => {
      const instant = new Date(milliseconds).toISOString();
      const text = instant
        .replace('T', ' ')
        .replace(/\.?0*Z$/, (end) => (end.startsWith('.') ? '+00' : `${end.replace(/0*Z$/, '')}+00`));
      expect(toIsoInstant(text)).toBe(instant);
    }),
  );
});
