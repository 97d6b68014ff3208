import { announceCommandEvent, type Database, type SecurityEvent } from '@outturn/service';
import { createLogger, logFormatOf, standardOutput } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { readSettings } from '../../process/settings.ts';

/** The running gateways log the event. Without one, it is a line on standard error, so that it is not lost. */
export async function tellSecurityEvent(database: Database, event: SecurityEvent): Promise<void> {
  // An event that cannot be announced must not fail a completed command.
  const isLogged = await announceCommandEvent(database, event).catch(() => false);
  if (isLogged) return;
  const { logLevel: level, logFormat } = readSettings(process.env);
  const format = logFormatOf(logFormat, process.stderr);
  logSecurityEvent(createLogger({ level, format }, standardOutput(2)), { source: 'command', ...event });
}
