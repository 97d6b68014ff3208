import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CursorPosition, decodeCursor, encodeCursor, isById } from './cursor.ts';

const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
const byId = { list: 'revenues', sort: '-id' };
const byTime = { list: 'revenues', sort: 'recordedAt' };
const at = (value: string): CursorPosition => ({ value, id });
const refusal = expect.objectContaining({
  code: 'Invalid Request',
  details: [{ field: 'cursor', message: 'is not a cursor of this list with this sort' }],
});

test('a cursor decodes to its position', () => {
  const time = fc
    .integer({ min: 0, max: Date.UTC(10_000, 0, 1) - 1 })
    .map((milliseconds) => new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '+00'));
  const uuid = fc.uuid();
  fc.assert(
    fc.property(time, uuid, fc.constantFrom('id', '-id'), (value, id, sort) => {
      const list = { list: 'events', sort };
      expect(decodeCursor(encodeCursor(list, { value: id, id }), list)).toEqual({ value: id, id });
      expect(decodeCursor(encodeCursor(byTime, { value, id }), byTime)).toEqual({ value, id });
    }),
  );
});

test('a cursor needs no percent-encoding in a URL', () => {
  expect(encodeCursor(byTime, at('2024-01-15 10:30:00.5+00'))).toMatch(/^[\w-]+$/);
});

describe('a cursor is refused', () => {
  test.each([
    ['of another list', encodeCursor({ list: 'events', sort: '-id' }, at(id)), byId],
    ['of another sort', encodeCursor({ list: 'revenues', sort: 'id' }, at(id)), byId],
    [
      'of another direction',
      encodeCursor({ list: 'revenues', sort: '-recordedAt' }, at('2024-01-15 10:30:00+00')),
      byTime,
    ],
    ['with a value of another column', encodeCursor(byTime, at(id)), byTime],
    [
      'with values that changed places',
      encodeCursor(byId, { value: id, id: '2024-01-15 10:30:00+00' }),
      byId,
    ],
    ['with a time that cannot be read', encodeCursor(byTime, at('2024-99-99 99:99:99+00')), byTime],
    ['with an invalid id', encodeCursor(byId, { value: id, id: 'nobody' }), byId],
    ['with a day that does not exist', encodeCursor(byTime, at('2024-02-30 10:30:00+00')), byTime],
    ['with a month that does not exist', encodeCursor(byTime, at('2024-13-01 10:30:00+00')), byTime],
    ['with an hour that does not exist', encodeCursor(byTime, at('2024-01-15 25:30:00+00')), byTime],
    ['with another time zone', encodeCursor(byTime, at('2024-01-15 10:30:00+02')), byTime],
    ['with infinity', encodeCursor(byTime, at('infinity')), byTime],
    ['with more parts', Buffer.from(['revenues', '-id', id, id, ''].join('\n')).toString('base64url'), byId],
    ['with fewer parts', Buffer.from(['revenues', '-id', id].join('\n')).toString('base64url'), byId],
    ['that is empty', '', byId],
    ['that is no base64', '%%%', byId],
  ])('%s', (_, cursor, list) => {
    expect(() => decodeCursor(cursor, list)).toThrow(refusal);
  });

  test('with any content of another form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeCursor(text, byId)).toThrow(refusal);
        expect(() => decodeCursor(Buffer.from(text).toString('base64url'), byTime)).toThrow(refusal);
      }),
    );
  });
});

test.each([
  ['id', true],
  ['-id', true],
  ['recordedAt', false],
  ['-recordedAt', false],
])('the sort %s is by id alone: %s', (sort, expected) => {
  expect(isById(sort)).toBe(expected);
});
