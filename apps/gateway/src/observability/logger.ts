import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { redact } from './redact.ts';
import { showError } from './show-error.ts';

/** Fields that hold secrets wherever they appear, should anybody log an object that has them. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'apiKey',
  'idempotencyKey',
];

/**
 * The log: one JSON object per line, on standard output. Nothing that a caller sends can begin a line or move a cursor,
 * and no key, token, cookie or password gets into it.
 */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: showError },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}
