import { isScope, type Scope, scopes } from '../../base/scopes.ts';

/** Full access: every scope of the version that reads it, so also those that later versions add. */
export const FULL_ACCESS = '*';

/** Scopes that a key can hold: full access alone, or some. */
export const keyScopes = [FULL_ACCESS, ...scopes] as const;
export type KeyScope = (typeof keyScopes)[number];

export function isKeyScope(text: string): text is KeyScope {
  return text === FULL_ACCESS || isScope(text);
}

/** Returns the scopes of a stored key; unknown ones are dropped. */
export function keyScopesOf(stored: readonly string[]): KeyScope[] {
  return stored.includes(FULL_ACCESS) ? [FULL_ACCESS] : stored.filter(isScope);
}

/** Returns the scopes that a stored key allows in a version with the `known` ones. */
export function allowedScopes(stored: readonly string[], known: readonly Scope[] = scopes): Set<Scope> {
  if (stored.includes(FULL_ACCESS)) return new Set(known);
  return new Set(known.filter((scope) => stored.includes(scope)));
}

/** Returns the scopes to store. Full access names every scope too: gateways of version 0.1.0 do not know `*`. */
export function storedScopes(given: readonly string[]): string[] {
  return [...new Set(given.includes(FULL_ACCESS) ? keyScopes : given)];
}
