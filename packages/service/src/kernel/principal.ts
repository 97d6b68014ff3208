import type { Scope } from './scopes.ts';

export const plans = ['free', 'pro', 'scale', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** Who calls: the developer that owns every record in reach, and the key that speaks for it. */
export type Principal = {
  developerId: string;
  apiKeyId: string;
  plan: Plan;
  scopes: ReadonlySet<Scope>;
};
