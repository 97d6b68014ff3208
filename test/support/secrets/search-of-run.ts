import { appendFileSync } from 'node:fs';
import type { Run } from '../run/open-run.ts';
import { sweep } from './sweep.ts';
import { describeLeaks, describeSweep } from './tell.ts';

const preload = new URL('./preload.mjs', import.meta.url);

/**
 * Has every process that starts from now on note the secrets that it uses and keep what it prints, and searches the latter
 * for the former in the end. `finish` throws where a secret is found. A run that another run has started joins that one.
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
