import { fstatSync } from 'node:fs';

/** The exit code that shells report for SIGPIPE. */
export const BROKEN_PIPE = 141;

let failure: NodeJS.ErrnoException | undefined;

/** Rejects if the text cannot be written, for example because the pipe is closed or the disk is full. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Whether standard output is an empty file, which can take a byte order mark; readers of pipes expect none. */
export function isToNewFile(): boolean {
  const status = fstatSync(process.stdout.fd);
  return status.isFile() && status.size === 0;
}

/**
 * Records output errors in the exit code and lets the command finish, so that it stops its embedded PostgreSQL.
 * A closed pipe, such as of `head`, is normal and prints nothing.
 */
export function reportOutputErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure = error;
    process.exitCode ||= error.code === 'EPIPE' ? BROKEN_PIPE : 1;
    if (error.code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${error.message}\n`);
  });
}

/** Whether the error is the output error that was already reported. */
export function isOutputError(error: unknown): boolean {
  return error !== undefined && error === failure;
}
