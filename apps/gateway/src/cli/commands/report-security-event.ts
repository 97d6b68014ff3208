import { announceCommandEvent, type Database, type SecurityEvent } from '@outturn/service';
import { destination, type Logger } from 'pino';
import { createLogger } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { readSettings } from '../../process/settings.ts';

let logger: Logger | undefined;

/** Logs to standard error; the gateways count the event. */
export async function tellSecurityEvent(database: Database, event: SecurityEvent): Promise<void> {
  logger ??= createLogger(readSettings(process.env).logLevel, destination({ fd: 2, sync: true }));
  logSecurityEvent(logger, event);
  // A missing count must not fail a completed command.
  await announceCommandEvent(database, event.event).catch(() => undefined);
}
