import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../scripts/lock.mjs';
import { terminal } from './machine.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Packs all public packages, once for all tests of a run. Returns the tarball of one, such as `@outturn/sdk`. */
export async function tarballOf(name: string): Promise<string> {
  const folder = path.join(tmpdir(), 'tarballs');
  await mkdir(folder, { recursive: true });
  await withLock(
    path.join(folder, '.lock'),
    () => {},
    async () => {
      if ((await tarballsIn(folder)).length > 0) return;
      await run('npm', ['run', '--silent', 'pack', '--', folder], { cwd: root, env: terminal() });
    },
  );
  const file = `${name.replace('@', '').replace('/', '-')}-`;
  const found = (await tarballsIn(folder)).find((tarball) => new RegExp(`^${file}\\d`).test(tarball));
  if (!found) throw new Error(`npm run pack made no tarball of ${name}.`);
  return path.join(folder, found);
}

async function tarballsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
}

/** Installs packages into an empty folder, without their install scripts. */
export async function installInto(
  folder: string,
  packages: readonly string[],
  env = terminal(),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--ignore-scripts', ...packages], { cwd: folder, env });
}

/** The binary of this version of Node.js, from npm. */
export async function installNode(folder: string, version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await installInto(folder, [`${name}@${version}`]);
  return path.join(folder, 'node_modules', name, 'bin/node');
}
