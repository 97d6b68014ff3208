import type { ChildProcess } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileIn } from './run-folder.ts';

let serial = 0;

/** Keeps what every child process prints into a pipe, whether or not it is read. */
export function watchChildren(): void {
  diagnostics.subscribe('child_process', (message) => {
    // The message of this channel in Node.js, sent before the pipes exist.
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      const file = fileIn('output', `${describeCommand(child.spawnargs)} ${++serial}`);
      for (const stream of [child.stdout, child.stderr])
        if (stream && file !== undefined) watch(stream, file);
    });
  });
}

function watch(stream: Readable, file: string): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: Buffer | null, encoding) => {
    if (chunk !== null) appendFileSync(file, chunk);
    return push(chunk, encoding);
  };
}

/** The script or program, and its first argument. */
function describeCommand(args: readonly string[]): string {
  const script = Math.max(
    0,
    args.findIndex((arg) => /\.[mc]?[jt]s$/.test(arg)),
  );
  return args
    .slice(script, script + 2)
    .map((arg) => path.basename(arg))
    .join(' ');
}
