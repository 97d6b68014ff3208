import { expect, test } from 'vitest';
import { comparisonText } from './span-text.ts';

/** Replaces the special spaces of Intl by plain ones. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll(' – ', '–');

const berlin = (from: string, to: string) => ({ from: `${from}Z`, to: `${to}Z` });
const november = berlin('2026-10-31T23:00', '2026-11-25T13:06');

test.each([
  [
    'the same part of the month before',
    november,
    berlin('2026-09-30T22:00', '2026-10-25T13:06'),
    'Nov 1–25, until 2:05 PM, vs Oct 1–25, until 2:05 PM',
  ],
  [
    'the whole of a shorter month',
    berlin('2026-02-28T23:00', '2026-03-31T12:06'),
    berlin('2026-01-31T23:00', '2026-02-28T23:00'),
    'Mar 1–31, until 2:05 PM, vs Feb 1–28',
  ],
  [
    'the same part of the year before',
    november,
    berlin('2025-10-31T23:00', '2025-11-25T13:06'),
    'Nov 1–25, 2026, until 2:05 PM, vs Nov 1–25, 2025, until 2:05 PM',
  ],
  [
    'a day that has just begun',
    berlin('2025-12-31T23:00', '2025-12-31T23:41'),
    berlin('2025-12-30T23:00', '2025-12-30T23:41'),
    'Jan 1, 2026, until 12:40 AM, vs Dec 31, 2025, until 12:40 AM',
  ],
  [
    'days that have passed',
    berlin('2026-10-24T22:00', '2026-10-25T23:00'),
    berlin('2026-10-23T22:00', '2026-10-24T22:00'),
    'Oct 25, vs Oct 24',
  ],
  [
    'a day before, in the hour that clocks show twice',
    berlin('2026-10-24T22:00', '2026-10-25T00:31'),
    berlin('2026-10-23T22:00', '2026-10-24T00:31'),
    'Oct 25, until 2:30 AM GMT+2, vs Oct 24, until 2:30 AM',
  ],
  [
    'a day before, when clocks show that hour again',
    berlin('2026-10-24T22:00', '2026-10-25T01:31'),
    berlin('2026-10-23T22:00', '2026-10-24T00:31'),
    'Oct 25, until 2:30 AM GMT+1, vs Oct 24, until 2:30 AM',
  ],
  ['nothing', november, undefined, 'Nov 1–25, until 2:05 PM'],
])('a span against %s', (_, span, other, text) => {
  expect(plain(comparisonText(span, other, 'Europe/Berlin'))).toBe(text);
});
