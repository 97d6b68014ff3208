import type { SecurityEvent, SecurityEventName } from '@outturn/service';
import type { Logger } from 'pino';
import { LineBudget } from './line-budget.ts';

/** What callers can cause as often as they like. */
const refusals: ReadonlySet<SecurityEventName> = new Set([
  'sign_up_refused',
  'sign_in_failed',
  'sign_in_delayed',
  'attempts_limited',
  'password_change_refused',
  'bad_key',
  'bad_session',
  'claim_refused',
]);

/** One line for a security event: refusals at `warn`, everything else at `info`. */
export function logSecurityEvent(logger: Logger, event: SecurityEvent, count?: number): void {
  logger[refusals.has(event.event) ? 'warn' : 'info']({ ...event, count }, 'security event');
}

/**
 * Lines about security events, as they happen. Refusals of one kind and address fill few lines a minute, the last of
 * which has the `count` of the others.
 */
export function createSecurityLog(logger: Logger) {
  const budget = new LineBudget<SecurityEvent>({
    keyOf: ({ event, address = '' }) => `${event} ${address}`,
    summaryOf: ({ event, address }) => ({ event, address }),
    overflowOf: ({ event }) => ({ event }),
    write: (event, count) => logSecurityEvent(logger, event, count),
  });
  return {
    tell(event: SecurityEvent): void {
      if (refusals.has(event.event)) budget.add(event);
      else logSecurityEvent(logger, event);
    },
    /** Writes what was held back. */
    close: () => budget.flush(),
  };
}
