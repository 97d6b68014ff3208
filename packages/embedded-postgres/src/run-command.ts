import { spawn } from 'node:child_process';

/** A program with everything that decides how it runs; its environment is {@link programEnvironment}. */
export type Command = {
  file: string;
  args: string[];
  cwd: string;
  uid?: number;
  gid?: number;
};

// On Windows, programs find system libraries and folders by the later ones.
const PASSED_ON = /^(PATH|LD_LIBRARY_PATH|TMPDIR|TMP|TEMP|PATHEXT|COMSPEC|WINDIR|SYSTEMROOT|SYSTEMDRIVE)$/i;

/**
 * The environment of every program that this package runs: an allow-list, so that none sees the application's secrets,
 * nor a variable that would redirect PostgreSQL (PGDATA, PGOPTIONS…) or change its language.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a short-lived command. `output` is stdout followed by stderr; `code` is null when a signal ended it. */
export function runCommand(command: Command): Promise<{ code: number | null; output: string }> {
  const { file, args, ...options } = command;

  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...options,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
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
