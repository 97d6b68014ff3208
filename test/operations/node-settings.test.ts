import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeEnvironment, nodeFlags } from '../support/program.ts';

const launcher = path.resolve(import.meta.dirname, '../../scripts/run.mjs');

/** Told by every process of Node.js as it starts, also by the launcher itself. */
const telling =
  '--import=data:text/javascript,console.error(JSON.stringify({flags:process.execArgv,arenas:process.env.MALLOC_ARENA_MAX}))';

/** How the program runs when it is started by `npm run outturn`, or by `npm start`. */
async function startedWith(env: NodeJS.ProcessEnv): Promise<unknown> {
  const options = { env: { ...process.env, NODE_OPTIONS: telling, ...env } };
  const { stderr } = await promisify(execFile)(process.execPath, [launcher, 'outturn', '--help'], options);
  return JSON.parse(stderr.trim().split('\n').at(-1) as string);
}

test('the program runs with what its manifest says, for its memory', async () => {
  const arenas = nodeEnvironment.MALLOC_ARENA_MAX;
  expect(await startedWith({ MALLOC_ARENA_MAX: undefined })).toEqual({ flags: nodeFlags, arenas });
});

test('what the user says of the environment wins', async () => {
  expect(await startedWith({ MALLOC_ARENA_MAX: '7' })).toEqual({ flags: nodeFlags, arenas: '7' });
});
