import type { CallContext } from './call-context.ts';
import { OutturnError } from './errors.ts';

/** Names of security events: the `event` of a log line and the label of a metric. */
export const securityEventNames = [
  'account_created',
  'signed_up',
  'sign_up_refused',
  'signed_in',
  'sign_in_failed',
  'sign_in_delayed',
  'attempts_limited',
  'password_changed',
  'password_change_refused',
  'password_reset',
  'bad_key',
  'bad_session',
  'key_created',
  'key_rotated',
  'key_revoked',
  'claim_link_made',
  'claim_link_withdrawn',
  'claim_used',
  'claim_refused',
] as const;

export type SecurityEventName = (typeof securityEventNames)[number];

/** No field holds a secret; a caller chooses only `requestId`, with its `X-Request-Id`. */
export type SecurityEvent = {
  event: SecurityEventName;
  requestId?: string | undefined;
  /** The caller's address, as limits count it. */
  address?: string | undefined;
  userId?: string | undefined;
  /** Stands for an email that no account has: the same for the same email, and of no use to find it. */
  emailTag?: string | undefined;
  developerId?: string | undefined;
  apiKeyId?: string | undefined;
  /** The beginning of a key, as lists show it. */
  keyPrefix?: string | undefined;
  /** Why it was refused, from a fixed list. */
  reason?: string | undefined;
  /** Delay of the attempt, in seconds. */
  delay?: number | undefined;
};

/** The caller's fields of a security event. */
export function callerOf({ principal, requestId, address }: CallContext): Omit<SecurityEvent, 'event'> {
  const caller = { requestId, address: address?.() };
  if (principal instanceof OutturnError) return caller;
  const userId = principal.kind === 'session' ? principal.userId : undefined;
  return { ...caller, userId, developerId: principal.developerId };
}
