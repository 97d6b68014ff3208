import { type SecurityEventName, securityEventNames } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';

/** Payload: name of a security event that a command reports. */
export const COMMAND_EVENTS_CHANNEL = 'outturn_command_events';

/** Counts the event on every gateway. */
export async function announceCommandEvent(database: Database, event: SecurityEventName): Promise<void> {
  await database.rows('command_event', 'select pg_notify($1, $2)', [COMMAND_EVENTS_CHANNEL, event]);
}

/** Any client of the database, also of a later version, can send notices. */
export function isSecurityEventName(text: string): text is SecurityEventName {
  return securityEventNames.some((name) => name === text);
}
