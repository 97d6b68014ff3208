import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { isPostmasterProcess, readPostmasterFile } from './postmaster-file.ts';
import { isProcessAlive } from './process-identity.ts';
import { runCommand } from './run-command.ts';

const STOP_MS = 60_000;

/** Needs the exclusive lock. Throws after a minute. */
export async function stopPostmaster(paths: ClusterPaths): Promise<void> {
  const file = await readPostmasterFile(paths);
  if (!file) return;
  // The server's account can write this file, so root must check the process.
  if (process.platform === 'linux' && !(await isPostmasterProcess(file.pid, paths))) return;
  await requestFastShutdown(file.pid, paths);

  for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; ) {
    if (!(await isProcessAlive(file.pid))) return;
    await sleep(15);
  }
  throw new Error(`PostgreSQL (process ${file.pid}) is still shutting down after 60 s; see ${paths.log}.`);
}

async function requestFastShutdown(pid: number, paths: ClusterPaths): Promise<void> {
  if (process.platform !== 'win32') return interrupt(pid);
  // pg_ctl emulates signals on Windows.
  const { pg_ctl: file } = await loadPostgresBinaries();
  await runCommand({ file, args: ['kill', 'INT', String(pid)], cwd: paths.dataDir });
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // Already exited.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
