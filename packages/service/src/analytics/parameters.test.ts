import { expect, test } from 'vitest';
import { Parameters } from './parameters.ts';

test('values are numbered after the developer, each with its type', () => {
  const parameters = new Parameters('me');
  expect(parameters.add('a', 'text')).toBe('$2::text');
  expect(parameters.add(['b'], 'uuid[]')).toBe('$3::uuid[]');
  expect(parameters.values).toEqual(['me', 'a', ['b']]);
  expect(parameters.named).toBe('given as (select $1::uuid, $2::text, $3::uuid[])');
});

test('instants are written as PostgreSQL reads them, also after the year 9999', () => {
  const parameters = new Parameters('me');
  expect(parameters.instant(Date.UTC(2026, 0, 1))).toBe('$2::timestamptz');
  expect(parameters.instants([0, Date.UTC(10_000, 0, 1)])).toBe('$3::timestamptz[]');
  expect(parameters.values).toEqual([
    'me',
    '2026-01-01T00:00:00.000Z',
    ['1970-01-01T00:00:00.000Z', '10000-01-01T00:00:00.000Z'],
  ]);
});
