import { type SecurityEventName, securityEventNames } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';

/** Notices on this channel carry the name of a security event that a command reported. */
export const COMMAND_EVENTS_CHANNEL = 'outturn_command_events';

/** Has every gateway count a security event of a command. */
export async function announceCommandEvent(database: Database, event: SecurityEventName): Promise<void> {
  await database.rows('command_event', 'select pg_notify($1, $2)', [COMMAND_EVENTS_CHANNEL, event]);
}

/** Anybody who may connect to the database can send notices, and later versions have other events. */
export function isSecurityEventName(text: string): text is SecurityEventName {
  return securityEventNames.some((name) => name === text);
}
