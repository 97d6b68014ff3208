import { mkdirSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const refreshMs = 1_000;
const staleMs = 10_000;

/** Mutual exclusion between processes. `onWait` is called before waiting. */
export async function withLock(file, onWait, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let attempt = 0; !tryToTake(file); attempt++) {
    if (attempt === 0) onWait();
    await sleep(200);
  }
  const refresh = setInterval(() => utimes(file, new Date(), new Date(), () => {}), refreshMs);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    rmSync(file, { force: true });
  }
}

function tryToTake(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isStale(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Holders refresh their file. Process ids are not used, because they differ between containers. */
function isStale(file) {
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > staleMs;
}
