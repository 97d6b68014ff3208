import type { CallContext } from './call-context.ts';

/** The `event` of a log line; the label of a metric. */
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

/** Holds no secret. Callers choose only `requestId`. */
export type SecurityEvent = {
  event: SecurityEventName;
  /** Set for an event of the command line. */
  source?: 'command' | undefined;
  requestId?: string | undefined;
  address?: string | undefined;
  userId?: string | undefined;
  /** A keyed hash of an email without an account. */
  emailTag?: string | undefined;
  developerId?: string | undefined;
  apiKeyId?: string | undefined;
  keyPrefix?: string | undefined;
  /** From a fixed list. */
  reason?: string | undefined;
  /** Seconds. */
  delay?: number | undefined;
};

/** Whose call an event is about. */
export function callFieldsOf({ principal, requestId, address }: CallContext): Omit<SecurityEvent, 'event'> {
  const userId = principal.kind === 'session' ? principal.userId : undefined;
  return { requestId, address: address?.(), userId, developerId: principal.developerId };
}
