import type { OperationScope } from './scopes.ts';

export const plans = ['free', 'pro', 'scale', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** Calls per minute and developer, by plan. `unlimited` has no limit and pays nothing for one. */
export type PlanLimits = Record<Exclude<Plan, 'unlimited'>, number>;

export const defaultPlanLimits: Readonly<PlanLimits> = { free: 600, pro: 6_000, scale: 60_000 };

type Caller = {
  /** Owns every record in reach. */
  developerId: string;
  plan: Plan;
  scopes: ReadonlySet<OperationScope>;
};

/** A program with an API key. */
export type KeyPrincipal = Caller & { kind: 'api-key'; apiKeyId: string };

/** A person who is signed in. */
export type SessionPrincipal = Caller & {
  kind: 'session';
  userId: string;
  sessionId: string;
  /** In milliseconds since 1970, by the clock of this process. */
  expiresAt: number;
};

/** The caller: a developer, by an API key or by a person who is signed in. */
export type Principal = KeyPrincipal | SessionPrincipal;
