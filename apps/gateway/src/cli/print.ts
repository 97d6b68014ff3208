import { fstatSync } from 'node:fs';

/** What shells say of a program that SIGPIPE has ended. */
export const BROKEN_PIPE = 141;

let failure: NodeJS.ErrnoException | undefined;

/** Writes to standard output. Rejects when nobody can have got it: the reader is gone, the disk is full. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Whether standard output is a file that begins with what is printed first; not a pipe, whose reader takes text as it is. */
export function isToNewFile(): boolean {
  const status = fstatSync(process.stdout.fd);
  return status.isFile() && status.size === 0;
}

/**
 * Lets a command come to its end, and its embedded PostgreSQL with it, when its output cannot be written: the exit code
 * tells. A reader that wants no more, such as `head`, needs no words.
 */
export function outliveOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure = error;
    process.exitCode ||= error.code === 'EPIPE' ? BROKEN_PIPE : 1;
    if (error.code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${error.message}\n`);
  });
}

/** Whether an error is the one of the output, of which all is said. */
export function isOfOutput(error: unknown): boolean {
  return error !== undefined && error === failure;
}
