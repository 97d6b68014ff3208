import type { SecurityEvent } from '@outturn/service';
import { destination } from 'pino';
import { createLogger } from '../observability/logger.ts';
import { logSecurityEvent } from '../observability/security-log.ts';
import { readSettings } from '../settings.ts';

/** What a command did, as a line of the log on standard error: standard output is for results. */
export function tellSecurityEvent(event: SecurityEvent): void {
  const { logLevel } = readSettings(process.env);
  logSecurityEvent(createLogger(logLevel, destination({ fd: 2, sync: true })), event);
}
