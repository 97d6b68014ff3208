/** What an API key may do, one pair per group of the API. */
export type Scope = `${string}:${'read' | 'write' | 'explain'}`;

/** The scopes of everything but records: a kind of records brings its own. */
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

/** What only a signed-in person may do: manage the account and its keys. No API key can have it. */
export const ACCOUNT_SCOPE = 'account:manage';

/** What an operation can ask for. The registry of operations checks that it is known. */
export type OperationScope = Scope | typeof ACCOUNT_SCOPE;
