import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export type RunningProcess = { pid: number; command: string };

/** The processes of a run: its folder is in their arguments or in their environment. */
export function processesOf(runFolder: string): RunningProcess[] {
  const all = existsSync('/proc/self/environ') ? fromProc() : fromPs();
  return all
    .filter(({ pid, text }) => pid !== process.pid && text.includes(runFolder))
    .map(({ pid, command }) => ({ pid, command }));
}

type Found = RunningProcess & { text: string };

function fromProc(): Found[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A zombie has neither.
      const text = `${command} ${readFileSync(`/proc/${pid}/environ`, 'utf8')}`;
      return [{ pid: Number(pid), command, text }];
    } catch {
      return []; // ended meanwhile, or of another user
    }
  });
}

function fromPs(): Found[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, text = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), command: text.slice(0, 200), text }];
  });
}

/** Ends processes: PostgreSQL frees its shared memory on SIGQUIT; processes that run a second later are killed. */
export async function endProcesses(listed: () => readonly RunningProcess[]): Promise<void> {
  signal(listed(), 'SIGQUIT');
  for (let tries = 0; tries < 100; tries++) {
    const left = listed();
    if (left.length === 0) return;
    if (tries >= 10) signal(left, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function signal(processes: readonly RunningProcess[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}
