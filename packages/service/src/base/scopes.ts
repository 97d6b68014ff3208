export type Scope = `${string}:${'read' | 'write' | 'explain'}`;

/** Record kinds add their own. */
export const commonScopes = [
  'agents:read',
  'agents:write',
  'analytics:explain',
  'analytics:read',
  'customers:read',
  'customers:write',
  'goal-types:read',
  'goal-types:write',
  'reports:read',
  'reports:write',
  'sessions:read',
  'tools:read',
  'tools:write',
] as const satisfies Scope[];

/** No API key can have it. */
export const ACCOUNT_SCOPE = 'account:manage';

/** The registry of operations refuses unknown scopes. */
export type OperationScope = Scope | typeof ACCOUNT_SCOPE;
