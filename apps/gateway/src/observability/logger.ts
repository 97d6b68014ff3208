import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { redact } from './redact.ts';
import { showError } from './show-error.ts';

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

/** Input of callers cannot start a line or control a terminal; secrets are redacted. */
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
