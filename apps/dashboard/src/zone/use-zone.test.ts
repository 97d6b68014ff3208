import { expect, test } from 'vitest';
import { zoneOf } from './use-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
])('a browser whose zone is %s shows %s', (timeZone, shown) => {
  expect(zoneOf({ ...(timeZone !== undefined && { timeZone }) })).toBe(shown);
});
