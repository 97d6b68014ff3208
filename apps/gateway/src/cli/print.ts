import { fstatSync } from 'node:fs';

/** The exit code that shells report for SIGPIPE. */
export const BROKEN_PIPE = 141;

let failure: NodeJS.ErrnoException | undefined;

/** Rejects if the pipe is closed or the disk is full. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
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
    if (error.code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${error.message}\n`);
  });
}

/** Output errors are reported already. */
export function isOutputError(error: unknown): boolean {
  return error !== undefined && error === failure;
}
