import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const REFRESH_MS = 1_000;
/** Holders refresh their file. Process ids are not used, because they differ between containers. */
const STALE_MS = 10_000;

/** Mutual exclusion between processes. `onWait` is called before waiting. */
export async function withLock(file, onWait, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let attempt = 0; !tryToTake(file); attempt++) {
    if (attempt === 0) onWait();
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  const refresh = setInterval(() => utimes(file, new Date(), new Date(), () => {}), REFRESH_MS);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    process.removeListener('exit', release);
    release();
  }
}

function tryToTake(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // After the clock was set back, the file of an ended holder is of the future.
    if (Math.abs(Date.now() - modified) > STALE_MS) rmSync(file, { force: true });
    return false;
  }
}
