import { readFile } from 'node:fs/promises';
import { errorCode } from './error-code.ts';
import { runCommand } from './run-command.ts';

/** Includes zombies and processes of other users. */
export function isProcessIdTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export async function isProcessAlive(pid: number): Promise<boolean> {
  if (!isProcessIdTaken(pid)) return false;
  if (process.platform !== 'linux') return true;

  const fields = await linuxStatFields(pid);
  // /proc may hide the processes of other users.
  return fields?.[0] !== 'Z' && fields?.[0] !== 'X';
}

/** Start time, which distinguishes processes with the same id. Empty if unknown (Windows, hidden /proc). */
export async function processStartToken(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await linuxStatFields(pid))?.[19] ?? '';
  if (process.platform === 'win32') return '';

  const { output } = await runCommand({ file: 'ps', args: ['-o', 'lstart=', '-p', String(pid)], cwd: '/' });
  return output.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** Fields from `state` on. The program name before them may contain any character. */
async function linuxStatFields(pid: number): Promise<string[] | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}
