/** What an API key may do, one pair per group of the API. */
export const scopes = [
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
] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** What only a signed-in person may do: manage the account and its keys. No API key can have it. */
export const ACCOUNT_SCOPE = 'account:manage';

/** What an operation can ask for. The registry of operations checks that it is known. */
export type OperationScope = Scope | typeof ACCOUNT_SCOPE | `${string}:${'read' | 'write'}`;
