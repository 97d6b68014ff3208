import type { Scope } from '../../base/scopes.ts';

/** Every scope, including those of later versions. */
export const FULL_ACCESS = '*';

export type KeyScope = Scope | typeof FULL_ACCESS;

/** `known`: scopes of this version. */
export function isKeyScope(text: string, known: readonly Scope[]): text is KeyScope {
  return text === FULL_ACCESS || known.some((scope) => scope === text);
}

/** `known`: scopes of this version. */
export function allowedScopes(stored: readonly string[], known: readonly Scope[]): Set<Scope> {
  if (stored.includes(FULL_ACCESS)) return new Set(known);
  return new Set(known.filter((scope) => stored.includes(scope)));
}
