import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withLock } from '../../scripts/lock.mjs';

/** Resolves to a folder that `work` has filled once for all tests of a run. */
export async function oncePerRun(name: string, work: (unfinished: string) => Promise<void>): Promise<string> {
  const folder = path.join(tmpdir(), name);
  await withLock(
    `${folder}.lock`,
    () => {},
    async () => {
      if (existsSync(folder)) return;
      const unfinished = `${folder}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await work(unfinished);
      await rename(unfinished, folder);
    },
  );
  return folder;
}
