import { appendFileSync } from 'node:fs';
import type { Run } from '../run/open-run.ts';
import { sweep } from './sweep.ts';
import { describeLeaks, describeSweep } from './tell.ts';

const preload = new URL('./preload.mjs', import.meta.url);

/**
 * Has every process that starts from now on note its secrets and keep its output, which is searched for them at the end
 * of the run. `finish` throws when a secret is found. A run started by another run joins that one.
 */
export function startSearchOfRun({ folder, isJoined }: Run): { finish(): void } {
  if (isJoined) return { finish: () => undefined };
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, `--import ${preload.href}`].join(' ').trim();
  return {
    finish() {
      const begun = performance.now();
      const found = sweep(folder);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`\n${describeSweep(found)} (${seconds} s)\n`);
      const { SECRETS_REPORT } = process.env;
      if (SECRETS_REPORT !== undefined) appendFileSync(SECRETS_REPORT, `${describeSweep(found)}\n`);
      if (found.leaks.length > 0) throw new Error(describeLeaks(found.leaks));
    },
  };
}
