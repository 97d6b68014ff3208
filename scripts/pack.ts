// Packs every package of this repository that is not private, as npm publishes it: npm run pack -- FOLDER
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './dependencies.mjs';
import { runLogged } from './run-to-end.mjs';

const args = process.argv.slice(2);
try {
  const [folder] = args;
  if (folder === undefined || folder.startsWith('-') || args.length > 1) {
    throw new Error('Usage: npm run pack -- FOLDER');
  }
  // npm runs scripts in the root and passes the caller's folder in INIT_CWD.
  await packInto(path.resolve(process.env.INIT_CWD ?? '.', folder));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
}

/** Writes either all tarballs or none. */
async function packInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Inside the folder, so that finished tarballs can be renamed into it.
  const unfinished = mkdtempSync(path.join(folder, '.packing-'));
  try {
    const filters = publicPackages().map((name) => `--filter=${name}`);
    const command = ['pnpm', ...filters, 'pack', '--pack-destination', unfinished];
    await runLogged('Packing', path.join(unfinished, 'log'), command, { cwd: root });
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
