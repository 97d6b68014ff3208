import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of the repository whose sources may be changed; packages from npm are shared. */
export type ScratchCopy = {
  path: string;
  /** Runs test files in the copy; resolves to whether they passed, and their output. */
  test(files: readonly string[], env: NodeJS.ProcessEnv): Promise<{ hasPassed: boolean; output: string }>;
  remove(): Promise<void>;
};

export async function makeScratchCopy(): Promise<ScratchCopy> {
  const copy = await mkdtemp(path.join(tmpdir(), 'outturn-copy-'));
  for (const name of await readdir(root)) {
    const isShared = ['node_modules', '.git', '.data', '.cache', '.turbo'].includes(name);
    if (name === 'node_modules') await symlink(path.join(root, name), path.join(copy, name));
    // Links of workspace packages are relative, and so lead into the copy.
    if (!isShared) {
      const filter = (source: string) => !/\/(dist|\.turbo)$/.test(source);
      await cp(path.join(root, name), path.join(copy, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter,
      });
    }
  }
  return {
    path: copy,
    async test(files, env) {
      const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs');
      const child = spawn(process.execPath, [vitest, 'run', '--bail=1', ...files], {
        cwd: copy,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const printed = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await once(child, 'exit');
      return { hasPassed: code === 0, output: (await printed).join('\n') };
    },
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
