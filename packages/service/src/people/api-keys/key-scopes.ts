import type { Scope } from '../../base/scopes.ts';

/** Every scope, including those of later versions. */
export const FULL_ACCESS = '*';

export type KeyScope = Scope | typeof FULL_ACCESS;

/** Stored beside `*`, which version 0.1.0 does not know. */
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

/** `known`: scopes of this version. */
export function isKeyScope(text: string, known: readonly Scope[]): text is KeyScope {
  return text === FULL_ACCESS || known.some((scope) => scope === text);
}

export function shownScopes(stored: readonly string[]): string[] {
  return stored.includes(FULL_ACCESS) ? [FULL_ACCESS] : [...stored];
}

/** `known`: scopes of this version. */
export function allowedScopes(stored: readonly string[], known: readonly Scope[]): Set<Scope> {
  if (stored.includes(FULL_ACCESS)) return new Set(known);
  return new Set(known.filter((scope) => stored.includes(scope)));
}

/** Version 0.1.0 reads the list next to `*`. */
export function storedScopes(given: readonly string[]): string[] {
  return [...new Set(given.includes(FULL_ACCESS) ? [FULL_ACCESS, ...scopesOf010] : given)];
}
