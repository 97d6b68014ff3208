import type { SecurityEvent, SecurityEventName } from '@outturn/service';
import type { Logger } from 'pino';
import { LogLimiter } from './log-limiter.ts';

/** Callers can repeat these events without limit. */
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

export function logSecurityEvent(logger: Logger, event: SecurityEvent, count?: number): void {
  logger[refusals.has(event.event) ? 'warn' : 'info']({ ...event, count }, 'security event');
}

/** Refusals are limited per kind and address. */
export function createSecurityLog(logger: Logger) {
  const limiter = new LogLimiter<SecurityEvent>({
    keyOf: ({ event, address = '' }) => `${event} ${address}`,
    summaryOf: ({ event, address }) => ({ event, address }),
    overflowOf: ({ event }) => ({ event }),
    write: (event, count) => logSecurityEvent(logger, event, count),
  });
  return {
    tell(event: SecurityEvent): void {
      if (refusals.has(event.event)) limiter.add(event);
      else logSecurityEvent(logger, event);
    },
    close: () => limiter.flush(),
  };
}
