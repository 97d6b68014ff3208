import { isScope, type Scope, scopes } from '../kernel/scopes.ts';

/** Full access: every scope of the version that reads it, so also those that later versions add. */
export const FULL_ACCESS = '*';

/** What a key can be given: full access alone, or scopes. */
export const keyScopes = [FULL_ACCESS, ...scopes] as const;
export type KeyScope = (typeof keyScopes)[number];

export function isKeyScope(text: string): text is KeyScope {
  return text === FULL_ACCESS || isScope(text);
}

/** What the row of a key gives it. Scopes that this version does not know give nothing. */
export function keyScopesOf(stored: readonly string[]): KeyScope[] {
  return stored.includes(FULL_ACCESS) ? [FULL_ACCESS] : stored.filter(isScope);
}

/** The scopes that the row of a key allows, in a version with these. */
export function allowedScopes(stored: readonly string[], known: readonly Scope[] = scopes): Set<Scope> {
  if (stored.includes(FULL_ACCESS)) return new Set(known);
  return new Set(known.filter((scope) => stored.includes(scope)));
}

/** The row of a key. Full access names every scope too: gateways of version 0.1.0 know nothing of `*`. */
export function storedScopes(given: readonly string[]): string[] {
  return [...new Set(given.includes(FULL_ACCESS) ? keyScopes : given)];
}
