import { OutturnError } from './errors.ts';
import type { OperationScope } from './scopes.ts';

export const plans = ['free', 'pro', 'scale', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** Calls per minute and developer. Calls of `unlimited` are not counted. */
export type PlanLimits = Record<Exclude<Plan, 'unlimited'>, number>;

export const defaultPlanLimits: Readonly<PlanLimits> = { free: 600, pro: 6_000, scale: 60_000 };

type Caller = {
  developerId: string;
  plan: Plan;
  scopes: ReadonlySet<OperationScope>;
};

export type KeyPrincipal = Caller & { kind: 'api-key'; apiKeyId: string };

export type SessionPrincipal = Caller & {
  kind: 'session';
  userId: string;
  sessionId: string;
  /** By the clock of the database, in milliseconds since 1970. */
  expiresAt: number;
};

/** The command line, in the place of one developer. */
export type OperatorPrincipal = Caller & { kind: 'operator' };

export type Principal = KeyPrincipal | SessionPrincipal | OperatorPrincipal;

export function hasScope({ scopes }: Pick<Principal, 'scopes'>, scope: OperationScope): boolean {
  return scopes.has(scope);
}

/** Throws `Forbidden`, naming the scope. */
export function requireScope(principal: Pick<Principal, 'scopes'>, scope: OperationScope): void {
  if (hasScope(principal, scope)) return;
  throw new OutturnError('Forbidden', { message: `The API key lacks the scope ${scope}.` });
}
