import { expect, test } from 'vitest';
import { databaseTime } from '../base/clock.ts';
import { Instant, InstantOut, RecordTime } from './instant.ts';

test.each([
  ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00.000Z'],
  ['2024-01-15T10:30:00.1Z', '2024-01-15T10:30:00.100Z'],
  ['2024-01-15T10:30:00.999999Z', '2024-01-15T10:30:00.999Z'],
  ['2024-01-15T10:30:00-08:00', '2024-01-15T18:30:00.000Z'],
  ['2024-02-29T23:59:59.999+14:00', '2024-02-29T09:59:59.999Z'],
  ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['1969-12-31T23:30:00-01:00', '1970-01-01T00:30:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (sent, shown) => {
  expect(Instant.parse(sent)).toBe(shown);
  expect(InstantOut.safeParse(shown).success).toBe(true);
});

test.each([
  '2024-01-15',
  '2024-01-15T10:30:00',
  '2024-02-30T00:00:00',
  '2024-02-30',
  '2024-01-15T24:00:00Z',
  'now',
  0,
  null,
])('%s is refused', (value) => {
  expect(Instant.safeParse(value).error?.issues[0]?.message).toMatch(/^must be an ISO 8601 timestamp/);
});

test.each([
  '2023-02-29T00:00:00Z',
  '2024-02-30T10:30:00.000+05:45',
  '2024-13-01T00:00Z',
  '2024-00-10T00:00:00Z',
])('%s names no such day', (value) => {
  const day = value.slice(0, 10);
  const message = `names no such day: there is no ${day}`;
  expect(Instant.safeParse(value).error?.issues[0]?.message).toBe(message);
});

test.each(['1969-12-31T23:59:59.999Z', '1970-01-01T00:30:00+01:00', '9999-12-31T23:59:59-00:01'])(
  '%s is outside of the range',
  (value) => {
    expect(Instant.safeParse(value).error?.issues[0]?.message).toBe('must lie in the years 1970 to 9999');
  },
);

const DAY = 86_400_000;
const fromNow = (milliseconds: number) => new Date(databaseTime() + milliseconds).toISOString();

test.each([-DAY, 0, DAY - 60_000])('a record of %d ms from now is accepted', (distance) => {
  expect(RecordTime.safeParse(fromNow(distance)).success).toBe(true);
});

test.each([DAY + 60_000, 31 * DAY, 366 * DAY])('a record of %d ms from now is refused', (distance) => {
  const sent = fromNow(distance);
  const { error } = RecordTime.safeParse(sent);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      new RegExp(`^must not be more than a day in the future: ${sent} was sent, and the server's time is 20`),
    ),
  ]);
});

test('a record time is compared in UTC, whatever its zone', () => {
  const local = (milliseconds: number) => fromNow(milliseconds + 14 * 3_600_000).replace('Z', '+14:00');
  expect(RecordTime.safeParse(local(DAY - 60_000)).success).toBe(true);
  expect(RecordTime.safeParse(local(DAY + 60_000)).success).toBe(false);
});
