import { z } from 'zod';
import { type SecurityEvent, securityEventNames } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';
import { isListener } from '../../database/listener.ts';

/** Payload: a security event that a command reports, in JSON. */
export const COMMAND_EVENTS_CHANNEL = 'outturn_command_events';

/** Tells every gateway of the event, to log and count it. False if no gateway listens, so that nothing has logged it. */
export async function announceCommandEvent(database: Database, event: SecurityEvent): Promise<boolean> {
  const [row] = await database.rows(
    'command_event',
    `select exists (select from pg_stat_activity where ${isListener}), pg_notify($1, $2)`,
    [COMMAND_EVENTS_CHANNEL, JSON.stringify(event)],
  );
  return row?.[0] === 't';
}

const text = z.string().max(100).optional();
const CommandEvent = z.object({
  event: z.enum(securityEventNames),
  userId: text,
  developerId: text,
  apiKeyId: text,
  keyPrefix: text,
});

/** Any client of the database, also of a later version, can send notices. */
export function readCommandEvent(payload: string): SecurityEvent | undefined {
  try {
    return { ...CommandEvent.parse(JSON.parse(payload)), source: 'command' };
  } catch {
    return undefined;
  }
}
