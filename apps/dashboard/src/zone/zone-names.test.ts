import { expect, test } from 'vitest';
import { currentName, matchesZone, zoneLabel } from './zone-names.ts';

const zones = [
  ...new Set([...Intl.supportedValuesOf('timeZone').map(currentName), 'UTC', 'America/New_York']),
];

test.each([
  ['Asia/Kolkata', ['Asia/Kolkata']],
  ['calcutta', ['Asia/Kolkata']],
  ['Kathmandu', ['Asia/Kathmandu']],
  ['Katmandu', ['Asia/Kathmandu']],
  ['Kyiv', ['Europe/Kyiv']],
  ['kiev', ['Europe/Kyiv']],
  ['new york', ['America/New_York']],
  ['New_York', ['America/New_York']],
  ['america new york', ['America/New_York']],
  ['ho chi minh', ['Asia/Ho_Chi_Minh']],
  ['utc', ['UTC']],
  ['atlantis', []],
])('%s finds %j', (search, found) => {
  expect(zones.filter((zone) => matchesZone(zone, search))).toEqual(found);
});

test('zones are shown under their current names', () => {
  expect(currentName('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(currentName('Europe/Berlin')).toBe('Europe/Berlin');
  expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
});
