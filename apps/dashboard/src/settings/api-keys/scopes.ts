import type { Inputs } from '../../api/client.ts';

export type Scope = Inputs['apiKeys']['create']['scopes'][number];

/** Every scope that a key can have, by what it is about. */
export const scopeGroups = {
  Revenues: ['revenues:read', 'revenues:write'],
  Outcomes: ['outcomes:read', 'outcomes:write'],
  Goals: ['goals:read', 'goals:write'],
  Events: ['events:read', 'events:write'],
  Analytics: ['analytics:read', 'analytics:explain'],
  Reports: ['reports:read', 'reports:write'],
  Agents: ['agents:read', 'agents:write'],
  Customers: ['customers:read', 'customers:write'],
  'Goal types': ['goal-types:read', 'goal-types:write'],
  Sessions: ['sessions:read'],
  Tools: ['tools:read', 'tools:write'],
} as const satisfies Record<string, Scope[]>;

export const allScopes: Scope[] = Object.values(scopeGroups).flat();
export const readScopes: Scope[] = allScopes.filter((scope) => scope.endsWith(':read'));

/** Does not compile while a scope of the server is in no group. */
allScopes satisfies Exclude<Scope, (typeof scopeGroups)[keyof typeof scopeGroups][number]> extends never
  ? Scope[]
  : never;

/** `revenues:write` in words. */
export function scopeAction(scope: Scope): string {
  return scope.slice(scope.indexOf(':') + 1);
}
