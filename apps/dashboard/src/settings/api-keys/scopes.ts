import { dimensionNames, dimensions } from '../../kinds/dimensions.ts';
import { recordKindNames, recordKinds, slugOf } from '../../kinds/record-kinds.ts';

/** Permissions of a key: full access alone, or scopes. */
export type KeyScope = string;

/** Every scope, also those that later versions add. */
export const FULL_ACCESS = '*';

/** Full access, in words. */
export const EVERY_SCOPE = 'Every scope, including those that later versions add.';

/** Every scope, by resource. */
export const scopeGroups: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    recordKindNames.map((kind) => [
      recordKinds[kind].title,
      [`${slugOf(kind)}:read`, `${slugOf(kind)}:write`],
    ]),
  ),
  Corrections: ['corrections:read', 'corrections:write'],
  Prices: ['prices:read', 'prices:write'],
  Analytics: ['analytics:read', 'analytics:explain'],
  Views: ['reports:read', 'reports:write'],
  ...Object.fromEntries(
    dimensionNames.map((name) => [dimensions[name].title, [`${name}:read`, `${name}:write`]]),
  ),
  Sessions: ['sessions:read'],
  Settings: ['settings:read', 'settings:write'],
};

export const allScopes: string[] = Object.values(scopeGroups).flat();
export const readScopes: string[] = allScopes.filter((scope) => scope.endsWith(':read'));

/** Describes the permissions of a key in a few words. */
export function describeScopes(scopes: readonly KeyScope[]): string {
  if (scopes.includes(FULL_ACCESS)) return 'Full access';
  const isReading =
    scopes.every((scope) => scope.endsWith(':read')) && readScopes.every((scope) => scopes.includes(scope));
  if (isReading) return 'Read only';
  return scopes.length === 1 ? String(scopes[0]) : `${scopes.length} of ${allScopes.length}`;
}

/** `revenues:write` in words. */
export function scopeAction(scope: string): string {
  return scope.slice(scope.indexOf(':') + 1);
}
