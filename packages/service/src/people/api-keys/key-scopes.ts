import type { Scope } from '../../base/scopes.ts';

/** Full access: every scope of the version that reads it, so also those that later versions add. */
export const FULL_ACCESS = '*';

/** Scopes that a key can hold: full access alone, or some. */
export type KeyScope = Scope | typeof FULL_ACCESS;

/** The scopes of version 0.1.0, which does not know full access. */
const scopesOf010 = [
  'agents:read',
  'agents:write',
  'analytics:explain',
  'analytics:read',
  'customers:read',
  'customers:write',
  'events:read',
  'events:write',
  'goal-types:read',
  'goal-types:write',
  'goals:read',
  'goals:write',
  'outcomes:read',
  'outcomes:write',
  'reports:read',
  'reports:write',
  'revenues:read',
  'revenues:write',
  'sessions:read',
  'tools:read',
  'tools:write',
] as const satisfies Scope[];

/** Whether a key can have a scope, in a version with the `known` ones. */
export function isKeyScope(text: string, known: readonly Scope[]): text is KeyScope {
  return text === FULL_ACCESS || known.some((scope) => scope === text);
}

/** Returns the scopes of a stored key as lists show them. */
export function shownScopes(stored: readonly string[]): string[] {
  return stored.includes(FULL_ACCESS) ? [FULL_ACCESS] : [...stored];
}

/** Returns the scopes that a stored key allows in a version with the `known` ones. */
export function allowedScopes(stored: readonly string[], known: readonly Scope[]): Set<Scope> {
  if (stored.includes(FULL_ACCESS)) return new Set(known);
  return new Set(known.filter((scope) => stored.includes(scope)));
}

/** Returns the scopes to store. Full access names scopes too: gateways of version 0.1.0 do not know `*`. */
export function storedScopes(given: readonly string[]): string[] {
  return [...new Set(given.includes(FULL_ACCESS) ? [FULL_ACCESS, ...scopesOf010] : given)];
}
