// Packs the public packages of this repository as npm publishes them: npm run pack -- FOLDER [PACKAGE…]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { runLogged } from './run-to-end.mjs';

const [folder, ...chosen] = process.argv.slice(2);
try {
  const names = publicPackages();
  const unknown = chosen.find((name) => !names.includes(name));
  if (!folder || folder.startsWith('-') || unknown !== undefined) {
    throw new Error(
      `${unknown === undefined ? '' : `There is no public package ${unknown}.\n`}Usage: npm run pack -- FOLDER [PACKAGE…]\n` +
        `Packages, all of them by default: ${names.join(', ')}`,
    );
  }
  // npm runs scripts in the root and passes the caller's folder in INIT_CWD.
  const target = path.resolve(process.env.INIT_CWD ?? '.', folder);
  // Packages are built in their own folders.
  await withLock(
    path.join(root, '.cache', 'pack.lock'),
    () => process.stderr.write('Waiting for another process that is packing…\n'),
    () => pack(chosen.length > 0 ? chosen : names, target),
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
}

/** Writes either all tarballs or none. */
async function pack(names: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Inside the folder, so that finished tarballs can be renamed into it.
  const unfinished = mkdtempSync(path.join(folder, '.packing-'));
  try {
    const args = [...names.map((name) => `--filter=${name}`), 'pack', '--pack-destination', unfinished];
    await runLogged('Packing', path.join(unfinished, 'log'), ['pnpm', ...args], { cwd: root });
    for (const tarball of readdirSync(unfinished).filter((name) => name.endsWith('.tgz'))) {
      const { size } = statSync(path.join(unfinished, tarball));
      renameSync(path.join(unfinished, tarball), path.join(folder, tarball));
      process.stdout.write(`${tarball}  ${(size / 1000).toFixed(1)} KB\n`);
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function publicPackages(): string[] {
  const listed = execFileSync('pnpm', ['list', '--recursive', '--depth=-1', '--json'], { cwd: root });
  const packages = JSON.parse(listed.toString()) as { name: string; private: boolean }[];
  return packages.filter((one) => !one.private).map(({ name }) => name);
}
