import { fstatSync } from 'node:fs';
import { visibleLines } from '../observability/visible.ts';

// The only file of the command line that writes to its outputs: biome.json has the rule. So no text of a file, of a server
// or of an argument reaches a terminal as it is.

/** The exit code that shells report for SIGPIPE. */
export const BROKEN_PIPE = 141;

let failure: NodeJS.ErrnoException | undefined;

/** Writes a message to standard output. */
export function say(text: string): void {
  process.stdout.write(visibleLines(text));
}

/** Writes a message to standard error. */
export function tell(text: string): void {
  process.stderr.write(visibleLines(text));
}

/** Writes data to standard output, unchanged unless it is a terminal. Rejects if the pipe is closed or the disk is full. */
export function print(text: string): Promise<void> {
  const shown = process.stdout.isTTY ? visibleLines(text) : text;
  return new Promise((resolve, reject) => {
    process.stdout.write(shown, (error) => (error ? reject(error) : resolve()));
  });
}

/** Readers of pipes expect no byte order mark. */
export function isToNewFile(): boolean {
  const status = fstatSync(process.stdout.fd);
  return status.isFile() && status.size === 0;
}

/**
 * Lets the command finish after an output error, so that it stops its embedded PostgreSQL. A closed pipe, such as of `head`,
 * prints nothing.
 */
export function reportOutputErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure = error;
    process.exitCode ||= error.code === 'EPIPE' ? BROKEN_PIPE : 1;
    if (error.code !== 'EPIPE') tell(`The output cannot be written: ${error.message}\n`);
  });
  // After a terminal was closed, nothing is left to report this to.
  process.stderr.on('error', () => undefined);
}

/** Output errors are reported already. */
export function isOutputError(error: unknown): boolean {
  return error !== undefined && error === failure;
}
