import type { SecurityEvent } from '@outturn/service';
import { destination, type Logger } from 'pino';
import { createLogger } from '../observability/logger.ts';
import { logSecurityEvent } from '../observability/security-log.ts';
import { readSettings } from '../settings.ts';

let logger: Logger | undefined;

/** Logs what a command did, on standard error: standard output is for results. */
export function tellSecurityEvent(event: SecurityEvent): void {
  logger ??= createLogger(readSettings(process.env).logLevel, destination({ fd: 2, sync: true }));
  logSecurityEvent(logger, event);
}
