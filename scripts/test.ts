// `npm test`: all tests with turbo, which skips packages without changes. With arguments, such as a file name, runs only the
// matching tests in one vitest process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { root, turboBinary } from './dependencies.mjs';
import { runToEnd } from './run-to-end.mjs';

const args = process.argv.slice(2);
const isChoice = args.some((arg) => arg !== '--force');
process.exitCode = await (isChoice ? runChosen(args) : runAll(args));

function runChosen(options: readonly string[]): Promise<number> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  return runToEnd(process.execPath, [vitest, 'run', ...options], { cwd: root, stdio: 'inherit' });
}

/** Adds the tallies that test/support/reporter.ts prints per package. */
async function runAll(options: readonly string[]): Promise<number> {
  const turbo = spawn(turboBinary(), ['run', 'test', '--continue', '--log-prefix=task', ...options], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => turbo.kill(signal)).on(signal, () => {});
  }
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const ended = once(turbo, 'close');
  for await (const line of createInterface({ input: turbo.stdout })) {
    process.stdout.write(`${line}\n`);
    const [, passed = 0, failed = 0, skipped = 0] =
      /:test: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(stripVTControlCharacters(line)) ?? [];
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(skipped);
  }
  const [code] = await ended;
  if (sum.failed === 0 && (code !== 0 || sum.passed === 0)) sum.failed = 1;
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
  return code === 0 && sum.failed === 0 ? 0 : 1;
}
