import { expect, test } from 'vitest';
import { allScopes, describeScopes, FULL_ACCESS, type KeyScope, readScopes } from './scopes.ts';

test.each<[KeyScope[], string]>([
  [[FULL_ACCESS], 'Full access'],
  [allScopes, '27 of 27'],
  [readScopes, 'Read only'],
  [['revenues:read'], 'revenues:read'],
  [['revenues:read', 'events:write'], '2 of 27'],
])('a key with %j is described as %j', (scopes, text) => {
  expect(describeScopes(scopes)).toBe(text);
});
