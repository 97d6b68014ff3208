import { randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { isProcessAlive, processStartToken } from './process-identity.ts';

const PREFIX = 'postgres.starting-';
const WAIT_MS = 120_000;

type LockedFolder = Pick<ClusterPaths, 'dataDir'>;

/** One holder per data directory. Throws after two minutes. */
export async function withStartLock<T>(paths: LockedFolder, work: () => Promise<T>): Promise<T> {
  const file = await acquire(paths);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * A contender creates a file and holds the lock if it then sees no other. Names are unique, so that removing the file of a dead
 * process never affects a new holder.
 */
async function acquire(paths: LockedFolder): Promise<string> {
  const startToken = await processStartToken(process.pid);
  const deadline = Date.now() + WAIT_MS;

  for (;;) {
    const name = `${PREFIX}${process.pid}-${startToken}-${randomBytes(6).toString('hex')}`;
    let holder = await findHolder(paths, name);
    if (!holder) {
      await writeFile(join(paths.dataDir, name), '', { flag: 'wx' });
      holder = await findHolder(paths, name);
      if (!holder) return join(paths.dataDir, name);
      await rm(join(paths.dataDir, name), { force: true });
    }
    if (Date.now() > deadline) throw new Error(describeWait(paths, holder));
    await sleep(20 + Math.random() * 60);
  }
}

async function findHolder(paths: LockedFolder, own: string): Promise<string | undefined> {
  for (const name of await readdir(paths.dataDir)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    if (await isHeld(name)) return name;
    await rm(join(paths.dataDir, name), { force: true });
  }
  return undefined;
}

async function isHeld(name: string): Promise<boolean> {
  const [pid = '', startToken = ''] = name.slice(PREFIX.length).split('-');
  if (!(await isProcessAlive(Number(pid)))) return false;
  const current = await processStartToken(Number(pid));
  return current === '' || current === startToken;
}

function describeWait(paths: LockedFolder, holder: string): string {
  const pid = holder.slice(PREFIX.length).split('-')[0];
  return (
    `Process ${pid} has been starting PostgreSQL in ${paths.dataDir} for over ${WAIT_MS / 1000} s. ` +
    `If it hangs, end it; if it is something else, delete ${join(paths.dataDir, holder)}.`
  );
}
