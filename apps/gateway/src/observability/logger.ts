import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino';
import { redact } from './redact.ts';
import { showError } from './show-error.ts';
import { asText } from './text-lines.ts';

export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Unset: lines for people on a terminal, and JSON in a pipe or file. */
export function logFormatOf(set: LogFormat | undefined, stream: { isTTY?: boolean }): LogFormat {
  return set ?? (stream.isTTY ? 'text' : 'json');
}

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

type LogOptions = { level: LevelWithSilent; format: LogFormat };

/** Input of callers cannot start a line or control a terminal; secrets are redacted. */
export function createLogger({ level, format }: LogOptions, stream = standardOutput(1)): Logger {
  const options = {
    level,
    serializers: { err: showError },
    redact: {
      paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: redact },
  };
  return pino(options, format === 'text' ? asText(stream) : stream);
}

/**
 * Standard output (1) or standard error (2). Synchronous, so that no line is lost when the process exits. Lines to a terminal
 * that was closed are dropped: the process gets SIGHUP, and its log must not keep it from stopping in order.
 */
export function standardOutput(fd: 1 | 2): DestinationStream {
  return destination({ fd, sync: true }).on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
  });
}
