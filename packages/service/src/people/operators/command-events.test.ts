import { expect, test } from 'vitest';
import { isSecurityEventName } from './command-events.ts';

test.each([
  ['key_created', true],
  ['toString', false],
  ['', false],
  ['an event of a later version', false],
])('the notice %j is a security event: %s', (text, isTaken) => {
  expect(isSecurityEventName(text)).toBe(isTaken);
});
