import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Program } from '../server-process.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The gateway of another commit. */
export type BuiltCommit = { hash: string; program: Program };

/**
 * Builds the gateway of a commit as `npm start` does, in a folder that is removed when this process ends. Throws for a
 * commit that does not exist.
 */
export async function buildCommit(commit: string): Promise<BuiltCommit> {
  const { stdout } = await run(
    'git',
    ['rev-parse', '--short', '--verify', '--end-of-options', `${commit}^{commit}`],
    { cwd: root },
  );
  const hash = stdout.trim();
  const folder = await mkdtemp(path.join(tmpdir(), `outturn-${hash}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
  await run('git', ['checkout', '--quiet', '--detach', hash], { cwd: folder });
  await installAndBuild(folder);
  const gateway = path.join(folder, 'apps/gateway');
  const { config } = JSON.parse(await readFile(path.join(gateway, 'package.json'), 'utf8'));
  const script = path.join(gateway, 'dist/main.js');
  return { hash, program: { script, ...config } };
}

/** Runs a command of `outturn`, which installs and builds first. */
async function installAndBuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'outturn', '--version'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`building ${folder} ended with ${code}`);
}
