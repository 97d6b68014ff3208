// Packs the public packages of this repository as npm publishes them: npm run pack -- FOLDER [PACKAGE…]
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { runStep } from './processes.mjs';

const root = path.dirname(import.meta.dirname);
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
  const wait = () => process.stderr.write('Waiting for another process that is installing or building…\n');
  await withLock(path.join(root, '.cache/preparation.lock'), wait, () =>
    pack(chosen.length > 0 ? chosen : names, target),
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
}

/** Writes either all tarballs or none. */
async function pack(names: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Inside the folder, so that finished tarballs can be renamed into it.
  const unfinished = temporaryFolder(path.join(folder, '.packing-'));
  const filters = names.map((name) => `--filter=${name}`);
  const build = ['turbo', 'run', 'build', ...filters, '--output-logs=errors-only', '--log-prefix=none'];
  await runStep('The build', build, { cwd: root, output: 'keep' });
  // `prepack` of the packages refuses to pack what may be out of date.
  const env = { ...process.env, OUTTURN_PACKS: '1' };
  const command = ['pnpm', ...filters, 'pack', '--pack-destination', unfinished];
  await runStep('Packing', command, { cwd: root, env, output: 'keep' });
  const tarballs = readdirSync(unfinished);
  const server = tarballs.find((name) => /^outturn-\d/.test(name));
  if (server !== undefined) {
    const trial = temporaryFolder(path.join(tmpdir(), 'outturn-packed-'));
    // The embedded PostgreSQL may run as another user.
    chmodSync(trial, 0o711);
    const script = path.join(import.meta.dirname, 'try-packed-server.ts');
    const start = [process.execPath, script, path.join(unfinished, server), trial];
    await runStep('The start of the packed server', start, { cwd: root, output: 'keep' });
  }
  for (const tarball of tarballs) {
    const { size } = statSync(path.join(unfinished, tarball));
    renameSync(path.join(unfinished, tarball), path.join(folder, tarball));
    process.stdout.write(`${tarball}  ${(size / 1000).toFixed(1)} KB\n`);
  }
}

/** This process removes it however it ends. */
function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function publicPackages(): string[] {
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: root }).sort();
  return manifests
    .map((file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')))
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name);
}
