import { readFile } from 'node:fs/promises';
import { errorCode } from './error-code.ts';
import { runCommand } from './run-command.ts';

/** Whether the process id is in use, be it by a zombie or by a process of another user. */
export function isProcessIdTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether a process with this id runs, whoever owns it. A zombie, which nobody reaped, counts as gone. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  if (!isProcessIdTaken(pid)) return false;
  if (process.platform !== 'linux') return true;

  const fields = await linuxStatFields(pid);
  // /proc may hide the processes of other users.
  return fields?.[0] !== 'Z' && fields?.[0] !== 'X';
}

/**
 * A short token of letters and digits that tells a process from a later one with the same id: its start time.
 * Empty where the platform does not tell (Windows, a hidden /proc) or the process is gone.
 */
export async function processStartToken(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await linuxStatFields(pid))?.[19] ?? '';
  if (process.platform === 'win32') return '';

  const { output } = await runCommand({ file: 'ps', args: ['-o', 'lstart=', '-p', String(pid)], cwd: '/' });
  return output.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** The fields of /proc/pid/stat from `state` on: they follow the program's name, which may hold any character. */
async function linuxStatFields(pid: number): Promise<string[] | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}
