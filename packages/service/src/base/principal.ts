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
  /** Milliseconds since 1970. */
  expiresAt: number;
};

export type Principal = KeyPrincipal | SessionPrincipal;
