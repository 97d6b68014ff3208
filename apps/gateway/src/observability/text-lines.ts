import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { visible } from './visible.ts';

type Entry = { level: number; time: number; msg?: string; err?: ShownError; [field: string]: unknown };
type ShownError = { type?: string; message?: string; stack?: string; cause?: ShownError };

/** Fields that are shown in another way, or that mean nothing to the person at the terminal of the process. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/**
 * Log entries as lines for people: local time, level, message and fields. An error follows with its stack and its causes,
 * indented. Runs in the process itself, because a transport in a worker thread loses its last lines when the process exits.
 */
export function asText(stream: DestinationStream): DestinationStream {
  return { write: (line) => stream.write(textOf(JSON.parse(line))) };
}

function textOf(entry: Entry): string {
  const { level, time, msg = '', err } = entry;
  const fields = Object.entries(entry)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${visible(name)}=${shownValue(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const line = [clock, wordOf(level), visible(msg), ...fields].join(' ');
  return `${[line, ...(err ? linesOf(err) : [])].join('\n')}\n`;
}

function wordOf(level: number): string {
  if (level >= 50) return styleText('red', level >= 60 ? 'fatal' : 'error');
  if (level >= 40) return styleText('yellow', 'warn ');
  if (level >= 30) return 'info ';
  return level >= 20 ? 'debug' : 'trace';
}

function shownValue(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return visible(value);
  return visible(JSON.stringify(value) ?? '');
}

function linesOf({ type, message, stack = `${type}: ${message}`, cause }: ShownError): string[] {
  const own = stack.split('\n').map((line) => `    ${visible(line.trim())}`);
  if (!cause) return own;
  const [first = '', ...others] = linesOf(cause);
  return [...own, first.replace(/^ {4}/, '    Caused by: '), ...others];
}
