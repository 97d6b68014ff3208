import { spawn } from 'node:child_process';

/** A program with everything that decides how it runs. */
export type Command = {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
};

/** Runs a short-lived command. `output` is stdout followed by stderr; `code` is null when a signal ended it. */
export function runCommand(command: Command): Promise<{ code: number | null; output: string }> {
  const { file, args, ...options } = command;

  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, output: Buffer.concat([...stdout, ...stderr]).toString() }),
    );
  });
}
