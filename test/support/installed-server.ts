import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { terminal } from './machine.ts';

export type InstalledServer = {
  url: string;
  child: ChildProcess;
  output(): string;
};

/** Starts a server with a command of a user's folder and waits until it is ready. A failed test ends it. */
export async function startInstalled(
  [program = '', ...args]: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<InstalledServer> {
  const child = spawn(program, args, {
    cwd,
    env: { ...terminal(), DATABASE_URL: '', DATABASE_DIRECT_URL: '', REDIS_URL: '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = output.match(/"port":(\d+)[^\n]*is ready/)?.[1];
      if (port) resolve(`http://localhost:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The command ended with ${code}:\n${output}`)));
  });
  return { url, child, output: () => output };
}

/** Resolves to the exit status and the signal that ended the command. */
export async function stopInstalled({ child }: InstalledServer, signal: NodeJS.Signals = 'SIGTERM') {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code, endedBy] = await ended;
  return { code, endedBy };
}
