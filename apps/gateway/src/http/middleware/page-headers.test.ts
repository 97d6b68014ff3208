import { expect, test } from 'vitest';
import { apiHeaders } from './page-headers.ts';

test.each([
  ['https://outturn.example.com', 'max-age=63072000'],
  ['https://outturn.example.com:8443', 'max-age=63072000'],
  ['http://outturn.example.com', undefined],
  // It would hold for every program of the machine.
  ['https://localhost:3000', undefined],
  ['https://outturn.localhost', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  [undefined, undefined],
])('at %s browsers are told: use HTTPS alone for %s', (publicUrl, expected) => {
  expect(apiHeaders(publicUrl)['Strict-Transport-Security']).toBe(expected);
});
