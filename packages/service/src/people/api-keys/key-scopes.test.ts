import { expect, test } from 'vitest';
import { ACCOUNT_SCOPE, type Scope } from '../../base/scopes.ts';
import { KindRegistry } from '../../kinds/kind-registry.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { allowedScopes, FULL_ACCESS, isKeyScope, shownScopes, storedScopes } from './key-scopes.ts';

const { scopes } = new KindRegistry(recordKinds);
/** A scope that a later version adds. */
const later: Scope = 'invoices:read';
const laterScopes = [...scopes, later];

test('a new scope reaches keys with full access, and no key with a list', () => {
  expect(allowedScopes(storedScopes([FULL_ACCESS]), laterScopes)).toEqual(new Set(laterScopes));
  expect(allowedScopes([FULL_ACCESS], scopes)).toEqual(new Set(scopes));
  expect(allowedScopes(storedScopes(scopes), laterScopes)).toEqual(new Set(scopes));
  expect(allowedScopes(['events:read', 'events:read'], laterScopes)).toEqual(new Set(['events:read']));
});

test('a scope that this version does not know grants nothing', () => {
  const stored = ['events:read', later, ACCOUNT_SCOPE];
  expect(allowedScopes(stored, scopes)).toEqual(new Set(['events:read']));
  expect(allowedScopes([...stored, FULL_ACCESS], scopes)).toEqual(new Set(scopes));
  const asked = [FULL_ACCESS, 'events:read', later, ACCOUNT_SCOPE, '', '**', 'Events:read', 'toString'];
  expect(asked.filter((one) => isKeyScope(one, scopes))).toEqual([FULL_ACCESS, 'events:read']);
});

test('a key with full access also stores the scopes that gateways of version 0.1.0 read', () => {
  expect(storedScopes([FULL_ACCESS])).toEqual([FULL_ACCESS, ...scopes]);
  expect(storedScopes(storedScopes([FULL_ACCESS]))).toEqual([FULL_ACCESS, ...scopes]);
  expect(storedScopes(['events:read', 'events:read'])).toEqual(['events:read']);
  expect(shownScopes(storedScopes([FULL_ACCESS]))).toEqual([FULL_ACCESS]);
});
