import { announceCommandEvent, type Database, type SecurityEvent } from '@outturn/service';
import { destination, type Logger } from 'pino';
import { createLogger } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { readSettings } from '../../process/settings.ts';

let logger: Logger | undefined;

/** Logs what a command did, on standard error as standard output is for results, and has the gateways count it. */
export async function tellSecurityEvent(database: Database, event: SecurityEvent): Promise<void> {
  logger ??= createLogger(readSettings(process.env).logLevel, destination({ fd: 2, sync: true }));
  logSecurityEvent(logger, event);
  // The command has done its work: a count that is missing does not undo it.
  await announceCommandEvent(database, event.event).catch(() => undefined);
}
