import { announceCommandEvent, type Database, type SecurityEvent } from '@outturn/service';
import { destination, type Logger } from 'pino';
import { createLogger } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { readSettings } from '../../process/settings.ts';

let logger: Logger | undefined;

/** Logs a security event to standard error and announces it to the gateways, which count it. */
export async function tellSecurityEvent(database: Database, event: SecurityEvent): Promise<void> {
  logger ??= createLogger(readSettings(process.env).logLevel, destination({ fd: 2, sync: true }));
  logSecurityEvent(logger, event);
  // A missing count must not fail a command that has already done its work.
  await announceCommandEvent(database, event.event).catch(() => undefined);
}
