import { spawn } from 'node:child_process';

export type Command = {
  file: string;
  args: string[];
  cwd: string;
  uid?: number;
  gid?: number;
};

// Windows programs need the later ones to find system libraries and folders.
const PASSED_ON = /^(PATH|LD_LIBRARY_PATH|TMPDIR|TMP|TEMP|PATHEXT|COMSPEC|WINDIR|SYSTEMROOT|SYSTEMDRIVE)$/i;

/** An allow-list, without secrets and variables such as PGDATA, PGOPTIONS and LANG. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C', TZ: 'UTC' };
}

/** `output` is stdout followed by stderr; `code` is null after a signal. */
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
