import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { type FreshClone, freshClone } from './fresh-clone.ts';

/** The longest time from the signal to the end, in milliseconds. */
const LONGEST = bound(60_000, 5_000);
const trials = figure(3, 40);

/** The time of the youngest file below a folder. */
async function youngest(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const times = files.map((file) =>
    stat(path.join(file.parentPath, file.name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return (await Promise.all(times)).reduce((one, other) => Math.max(one, other), 0);
}

const longestDelay = figure(8_000, 20_000);

/** Delays from 0 to 20 s, in a sample to 8; more of them lie in the first seconds, in which the stages of a start follow each other. */
const delays = Array.from({ length: trials }, (_, at) =>
  Math.round(longestDelay * (at / Math.max(trials - 1, 1)) ** 2),
);

let prepared: FreshClone | undefined;
afterAll(() => prepared?.remove());

test.each([
  { script: 'start', isFresh: true },
  { script: 'start', isFresh: false },
  { script: 'dev', isFresh: false },
  { script: 'test', isFresh: false },
] as const)(
  'a signal at any moment of npm run $script (fresh clone: $isFresh) ends all that it started',
  {
    timeout: 60 * 60_000,
  },
  async ({ script, isFresh }) => {
    const rows: { delay: number; took: number }[] = [];
    for (const [at, delay] of delays.entries()) {
      prepared ??= await freshClone();
      const clone = prepared;
      const command = clone.npm(['run', script], { PORT: String(await freePort()) });
      await sleep(delay);
      const begun = performance.now();
      if (at % 2 === 0) command.signal('SIGINT', 'group');
      else command.signal('SIGTERM', 'npm');
      await command.ended;
      // A run of tests that is ended while it starts leaves its server to a process that watches over it.
      while (clone.processes().length > 0 && performance.now() - begun < LONGEST) await sleep(100);
      const took = Math.round(performance.now() - begun);
      const left = clone.processes();
      const parent = path.dirname(clone.path);
      const before = await youngest(parent);
      await sleep(500);
      const after = await youngest(parent);
      expect({
        delay,
        left,
        written: after - before,
        output: left.length > 0 ? command.output() : '',
      }).toEqual({
        delay,
        left: [],
        written: 0,
        output: '',
      });
      rows.push({ delay, took });
      if (isFresh) {
        await clone.remove();
        prepared = undefined;
      }
    }
    const longest = rows.reduce((one, other) => (other.took > one.took ? other : one));
    const where = isFresh ? ' in fresh clones' : '';
    report(
      `npm run ${script}${where}: ${trials} signals after 0 to 20 s, the slowest end took ${longest.took} ms, at ${longest.delay} ms`,
    );
    expect(longest.took).toBeLessThan(LONGEST);
  },
);
