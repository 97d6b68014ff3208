import { globSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { figure, report } from '../support/load/figures.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { type FreshClone, freshClone } from './fresh-clone.ts';

const MINUTE = 60_000;

/** Runs a script to its end and expects that it succeeds. Returns what it has printed. */
async function succeed(clone: FreshClone, ...args: string[]): Promise<string> {
  const command = clone.npm(['run', ...args]);
  const code = await command.ended;
  expect({ code, output: code === 0 ? '' : command.output() }).toEqual({ code: 0, output: '' });
  return command.output();
}

/** Runs a script that serves until it answers, looks at its page, and stops it. */
async function serve(clone: FreshClone, script: 'start' | 'dev', page: RegExp): Promise<void> {
  const port = await freePort();
  const command = clone.npm(['run', script], { PORT: String(port) });
  let hasEnded = false;
  void command.ended.then(() => {
    hasEnded = true;
  });
  const get = (place: string) => fetch(`http://localhost:${port}${place}`).catch(() => undefined);
  await waitUntil(
    `npm run ${script} is ready`,
    async () => {
      if (hasEnded) throw new Error(`npm run ${script} has ended:\n${command.output()}`);
      return (await get('/readyz'))?.status === 200;
    },
    5 * MINUTE,
  );
  expect(await (await get('/'))?.text()).toMatch(page);
  command.signal('SIGINT', 'group');
  await command.ended;
  expect(clone.processes()).toEqual([]);
}

/** The steps of a developer in a clone, in any order. */
const steps: Record<string, (clone: FreshClone) => Promise<unknown>> = {
  start: (clone) => serve(clone, 'start', /<script type="module"/),
  dev: (clone) => serve(clone, 'dev', /@vite\/client/),
  test: async (clone) =>
    expect(await succeed(clone, 'test', '--', 'packages/money')).toMatch(/[1-9]\d* passed, 0 failed/),
  build: (clone) => succeed(clone, 'build'),
  check: (clone) => succeed(clone, 'check'),
  // Both start the packed server once before they succeed.
  pack: async (clone) => expect(await succeed(clone, 'pack', '--', '../packed')).toContain('outturn-sdk-'),
  release: async (clone) =>
    expect(
      await succeed(clone, 'release', '--', '../released', '--next', '99.0.0', '--without-audit'),
    ).toContain('Released'),
  'another lock file and back': async (clone) => {
    await appendFile(path.join(clone.path, 'pnpm-lock.yaml'), '\n# changed\n');
    await succeed(clone, '--silent', 'outturn', '--', '--version');
    await clone.git('checkout', '--', 'pnpm-lock.yaml');
    expect(await succeed(clone, '--silent', 'outturn', '--', '--version')).toMatch(/^\d+\.\d+\.\d+$/m);
  },
  'git clean of some packages': (clone) =>
    clone.git('clean', '-ffdxq', 'apps/gateway', 'apps/dashboard', 'packages/service', 'packages/sdk'),
  'an interrupted installation': async (clone) => {
    await rm(path.join(clone.path, 'node_modules/.installed'), { force: true });
    const command = clone.npm(['run', 'outturn', '--', '--version']);
    await sleep(1_500);
    command.signal('SIGINT', 'group');
    await command.ended;
    expect(clone.processes()).toEqual([]);
  },
  'npm install by reflex': async (clone) => {
    const command = clone.npm(['install']);
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain(
      'npm install does not work here. npm start and the other scripts install everything.',
    );
  },
};

const names = Object.keys(steps);

/** The same order for the same number. */
function orderOf(number: number): string[] {
  const random = new Random(number);
  return names
    .map((name) => ({ name, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ name }) => name);
}

const orders = Array.from({ length: figure(1, 10) }, (_, number) => orderOf(number));

test.each(orders.map((order) => ({ order })))(
  'a fresh clone does everything in the order $order',
  { timeout: 20 * MINUTE },
  async ({ order }) => {
    const clone = await freshClone();
    onTestFinished(() => clone.remove());
    for (const name of order) {
      try {
        await steps[name]?.(clone);
      } catch (error) {
        throw new Error(`${name}, after ${order.slice(0, order.indexOf(name)).join(', ') || 'nothing'}`, {
          cause: error,
        });
      }
      expect(await clone.git('status', '--porcelain'), `after ${name}`).toBe('');
    }
    report(`${names.length} steps in the order ${order.join(', ')}`);
  },
);

test('an installation that ends while pnpm is unpacked is begun anew', { timeout: 5 * MINUTE }, async () => {
  const clone = await freshClone();
  onTestFinished(() => clone.remove());
  const command = clone.npm(['run', 'outturn', '--', '--version']);
  // The program is a file of some 100 MB.
  const program = 'node_modules/.pnpm@*/node_modules/@pnpm/exe.*/pnpm*';
  while (globSync(program, { cwd: clone.path }).length === 0) await sleep(5);
  command.signal('SIGINT', 'group');
  await command.ended;
  expect(await succeed(clone, '--silent', 'outturn', '--', '--version')).toMatch(/^\d+\.\d+\.\d+$/m);
});

test('a missing import fails the build of the gateway, of the dashboard and of a library', {
  timeout: 5 * MINUTE,
}, async () => {
  const clone = await freshClone();
  onTestFinished(() => clone.remove());
  for (const [file, name, line, told] of [
    [
      'apps/gateway/src/cli/main.ts',
      'gateway',
      "export { missing } from 'no-such-package';",
      'no-such-package',
    ],
    ['apps/dashboard/src/app/page.css', 'dashboard', '.x { background: url(./missing.png) }', 'missing.png'],
    ['packages/sdk/src/index.ts', 'sdk', "export { missing } from 'no-such-package';", 'no-such-package'],
  ] as const) {
    await appendFile(path.join(clone.path, file), `\n${line}\n`);
    const command = clone.npm(['run', 'build', '--', `--filter=@outturn/${name}`]);
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain(told);
  }
});
