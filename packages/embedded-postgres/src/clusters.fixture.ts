import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { findEmbeddedPostgres, LOCATIONS } from './index.ts';
import { isProcessAlive } from './process-identity.ts';
import type { UserIds } from './system-account.ts';

const PROGRAM = fileURLToPath(new URL('./cluster-process.fixture.ts', import.meta.url));

export type ClusterProcess = {
  url: string;
  pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Signals the process group, as Ctrl-C does. */
  interruptGroup(): Promise<void>;
};

const folders = new Set<string>();
const children = new Set<ChildProcess>();

/** `cleanUp` removes the folder. If `isClosed`, only root may enter its parent. It exists only if it has an `owner`. */
export async function makeFolder(
  name = 'data',
  { isClosed = false, owner }: { isClosed?: boolean; owner?: UserIds } = {},
): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
  if (!isClosed) await chmod(parent, 0o711);
  const folder = join(parent, name);
  folders.add(folder);
  if (owner) {
    await mkdir(folder);
    await chown(folder, owner.uid, owner.gid);
  }
  return folder;
}

export async function startProcess(
  folder: string,
  ids: { uid?: number; gid?: number } = {},
): Promise<ClusterProcess> {
  // Another user cannot write to the output folders of the test run.
  const env = ids.uid === undefined ? process.env : { PATH: process.env.PATH };
  const child = spawn(process.execPath, [PROGRAM, folder], {
    ...ids,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', () => reject(new Error(errors)));
  });
  const pid = child.pid ?? 0;

  return {
    url,
    pid,
    async stop() {
      child.stdin.end();
      await exited;
      if (child.exitCode !== 0) throw new Error(`exit code ${child.exitCode}: ${errors}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async interruptGroup() {
      process.kill(-pid, 'SIGINT');
      await exited;
    },
  };
}

/** Returns 0 if there is no postmaster.pid. */
export async function postmasterPid(folder: string): Promise<number> {
  const cluster = (await findEmbeddedPostgres(folder)) ?? '';
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '0');
  return Number(text.split('\n')[0]);
}

export async function killPostmaster(folder: string): Promise<void> {
  const pid = await postmasterPid(folder);
  process.kill(pid, 'SIGKILL');
  await waitFor(async () => !(await isProcessAlive(pid)));
}

/** Returns the first column of the first row of the last statement. */
export async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const results = [await client.query<unknown[]>({ text: sql, rowMode: 'array' })].flat();
    return results.at(-1)?.rows[0]?.[0];
  } finally {
    await client.end().catch(() => {});
  }
}

export async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(20)) {
    if (await condition()) return;
  }
  throw new Error('waited 10 s in vain');
}

export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  for (const folder of folders) {
    const pid = await postmasterPid(folder);
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const cluster = (await findEmbeddedPostgres(folder)) ?? folder;
    if (pid > 0 && commandLine.includes(cluster)) await killPostmaster(folder);
    if (cluster.startsWith(LOCATIONS))
      await rm(dirname(cluster), { recursive: true, force: true, maxRetries: 5 });
    await rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 });
  }
  folders.clear();
}
