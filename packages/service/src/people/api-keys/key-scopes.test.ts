import { expect, test } from 'vitest';
import { ACCOUNT_SCOPE, type Scope } from '../../base/scopes.ts';
import { scopes } from '../../model.ts';
import { allowedScopes, FULL_ACCESS, isKeyScope } from './key-scopes.ts';

/** A scope that a later version adds. */
const later: Scope = 'invoices:read';
const laterScopes = [...scopes, later];

test('a new scope reaches keys with full access, and no key with a list', () => {
  expect(allowedScopes([FULL_ACCESS], laterScopes)).toEqual(new Set(laterScopes));
  expect(allowedScopes([FULL_ACCESS], scopes)).toEqual(new Set(scopes));
  expect(allowedScopes(scopes, laterScopes)).toEqual(new Set(scopes));
  expect(allowedScopes(['events:read', 'events:read'], laterScopes)).toEqual(new Set(['events:read']));
});

test('a scope that this version does not know grants nothing', () => {
  const stored = ['events:read', later, ACCOUNT_SCOPE];
  expect(allowedScopes(stored, scopes)).toEqual(new Set(['events:read']));
  expect(allowedScopes([...stored, FULL_ACCESS], scopes)).toEqual(new Set(scopes));
  const asked = [FULL_ACCESS, 'events:read', later, ACCOUNT_SCOPE, '', '**', 'Events:read', 'toString'];
  expect(asked.filter((one) => isKeyScope(one, scopes))).toEqual([FULL_ACCESS, 'events:read']);
});
