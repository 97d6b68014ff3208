import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { terminal } from './machine.ts';
import { oncePerRun } from './once-per-run.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Packs all public packages, once for all tests of a run. Returns the tarball of one, such as `@outturn/sdk`. */
export async function tarballOf(name: string): Promise<string> {
  const folder = await oncePerRun('tarballs', async (unfinished) => {
    await run('npm', ['run', '--silent', 'pack', '--', unfinished], { cwd: root, env: terminal() });
  });
  const file = `${name.replace('@', '').replace('/', '-')}-`;
  const found = (await readdir(folder)).find((tarball) => new RegExp(`^${file}\\d.*\\.tgz$`).test(tarball));
  if (!found) throw new Error(`npm run pack made no tarball of ${name}.`);
  return path.join(folder, found);
}

/** The binary of this version of Node.js, from npm, which the tests of a run share. */
export async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await oncePerRun(`node-${version}`, (unfinished) =>
    installInto(unfinished, [`${name}@${version}`]),
  );
  return path.join(folder, 'node_modules', name, 'bin/node');
}

/** npm would wait five minutes for a download that stalls. */
const patient = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=60000', '--fetch-retries=5'];

/** Installs packages into an empty folder, without their install scripts. */
export async function installInto(
  folder: string,
  packages: readonly string[],
  manager: 'npm' | 'pnpm' = 'npm',
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  if (manager === 'npm')
    await run('npm', ['install', '--ignore-scripts', ...patient, ...packages], {
      cwd: folder,
      env: terminal(),
    });
  // The repository's pnpm, which is not on the path of a terminal. The folder is no part of a workspace above it.
  else
    await run('pnpm', ['add', '--ignore-workspace', '--ignore-scripts', ...packages], {
      cwd: folder,
    });
}
