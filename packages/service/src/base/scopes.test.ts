import { expect, test } from 'vitest';
import { OutturnError } from './errors.ts';
import { requireScope } from './principal.ts';
import { ACCOUNT_SCOPE } from './scopes.ts';

test('a caller with the scope passes, and one without is told the missing scope', () => {
  const caller = { scopes: new Set(['revenues:read'] as const) };
  expect(() => requireScope(caller, 'revenues:read')).not.toThrow();
  const forbidden = { code: 'Forbidden', message: 'The API key lacks the scope revenues:write.' };
  expect(() => requireScope(caller, 'revenues:write')).toThrow(expect.objectContaining(forbidden));
  expect(() => requireScope(caller, ACCOUNT_SCOPE)).toThrow(OutturnError);
});
