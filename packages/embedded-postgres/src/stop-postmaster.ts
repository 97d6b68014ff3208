import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { isPostmasterProcess, readPostmasterFile } from './postmaster-file.ts';
import { isProcessAlive } from './process-identity.ts';
import { runCommand } from './run-command.ts';

const STOP_MS = 60_000;

/**
 * Shuts PostgreSQL down in its fast mode, which ends its connections and writes everything out, and waits until
 * its process is gone. Only for the holder of the exclusive lock. Throws when it takes more than a minute.
 */
export async function stopPostmaster(paths: ClusterPaths): Promise<void> {
  const file = await readPostmasterFile(paths);
  if (!file) return;
  // The file belongs to the server's account: root must not signal whatever process it names.
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
  // Windows has no signals; PostgreSQL has its own substitute.
  const { pg_ctl: file } = await loadPostgresBinaries();
  await runCommand({ file, args: ['kill', 'INT', String(pid)], cwd: paths.dataDir });
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // Gone by itself meanwhile.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
