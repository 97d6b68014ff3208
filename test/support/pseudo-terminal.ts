import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';

export type OnTerminal = {
  /** Everything that the terminal has shown, without colours. */
  shown(): string;
  type(text: string): void;
  /** Presses Ctrl-C and resolves when the command has ended. */
  interrupt(): Promise<void>;
  ended: Promise<unknown>;
  child: ChildProcess;
};

/** Runs a command in a pseudo terminal of 80 columns. Its test has the tag `script`. */
export function runOnTerminal(command: readonly string[], env: NodeJS.ProcessEnv): OnTerminal {
  const line = `stty cols 80; exec ${command.map((word) => `'${word}'`).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', ...env },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return {
    shown: () => stripVTControlCharacters(output).replaceAll('\r\n', '\n'),
    type: (text) => void child.stdin.write(text),
    async interrupt() {
      child.stdin.write('\u0003');
      await ended;
    },
    ended,
    child,
  };
}
