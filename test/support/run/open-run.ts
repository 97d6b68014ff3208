import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRunFolder, runFolder } from '../secrets/run-folder.ts';
import { removeLocationsOf } from './cluster-locations.ts';
import { endProcesses, processesOf, type RunningProcess } from './processes.ts';

export type Run = {
  folder: string;
  /** Whether another run has started this one, which then cleans up for both. */
  isJoined: boolean;
  /** Removes the run's folder. Ends processes that still run, and throws if there were any. */
  close(): Promise<void>;
};

/**
 * Gives a run one folder for all files of its processes: their `TMPDIR`, and the material of the search for secrets.
 * At a signal, the runner ends after every other process of the run and after the folder. Should it be killed, a reaper does
 * the same.
 */
export async function openRun(): Promise<Run> {
  const outer = runFolder();
  if (outer !== undefined) return { folder: outer, isJoined: true, close: async () => undefined };
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-run-'));
  endRunWithSignals(folder);
  const reaper = startReaper(folder);
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  // The embedded PostgreSQL and PgBouncer run as other users below it.
  await Promise.all([chmod(folder, 0o711), chmod(temporary, 0o711)]);
  openRunFolder(folder);
  process.env.TMPDIR = temporary;
  return {
    folder,
    isJoined: false,
    async close() {
      const left = leftProcesses(folder, reaper.pid);
      await endProcesses(() => leftProcesses(folder, reaper.pid));
      reaper.kill('SIGKILL');
      removeLocationsOf(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      if (left.length === 0) return;
      const names = left.map(({ pid, command }) => `${pid} ${command}`).join('\n');
      throw new Error(`Processes of the run still ran at its end, and were ended:\n${names}`);
    },
  };
}

/** The processes that tests have started and not ended, without Vitest's own workers and their watchdog. */
function leftProcesses(folder: string, reaper: number | undefined): RunningProcess[] {
  return processesOf(folder).filter(
    ({ pid, command }) => pid !== reaper && !/^vitest-watchdog$|\/vitest\/dist\/workers\//.test(command),
  );
}

/** Waits for a reaper without giving up control: Vitest would exit when its workers end. */
function endRunWithSignals(folder: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      spawnSync(process.execPath, [reaperFile, folder], { input: '' });
      process.exit(128 + constants.signals[signal]);
    });
  }
}

const reaperFile = fileURLToPath(new URL('./reaper.ts', import.meta.url));

function startReaper(folder: string) {
  const reaper = spawn(process.execPath, [reaperFile, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  return reaper;
}
