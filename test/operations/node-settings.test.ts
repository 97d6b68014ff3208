import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeEnvironment, nodeFlags } from '../support/program.ts';

const launcher = path.resolve(import.meta.dirname, '../../scripts/run.mjs');

/** Printed by every Node.js process at its start, including the launcher. */
const telling =
  '--import=data:text/javascript,console.error(JSON.stringify({flags:process.execArgv,arenas:process.env.MALLOC_ARENA_MAX}))';

/** The flags and environment of the program when `npm run outturn` or `npm start` runs it. */
async function startedWith(env: NodeJS.ProcessEnv): Promise<unknown> {
  const options = { env: { ...process.env, NODE_OPTIONS: telling, ...env } };
  const { stderr } = await promisify(execFile)(process.execPath, [launcher, 'outturn', '--help'], options);
  return JSON.parse(stderr.trim().split('\n').at(-1) as string);
}

test('the program runs with the memory settings of its manifest', async () => {
  const arenas = nodeEnvironment.MALLOC_ARENA_MAX;
  expect(await startedWith({ MALLOC_ARENA_MAX: undefined })).toEqual({ flags: nodeFlags, arenas });
});

test("a setting in the user's environment takes precedence", async () => {
  expect(await startedWith({ MALLOC_ARENA_MAX: '7' })).toEqual({ flags: nodeFlags, arenas: '7' });
});
