import { randomBytes } from 'node:crypto';
import { lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClusterPaths, syncFolder } from './cluster-paths.ts';
import { type Connection, SUPERUSER } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import type { Log } from './log.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { runCommand } from './run-command.ts';
import type { ServerAccount } from './server-account.ts';
import { createFile } from './untrusted-files.ts';

const PARTIAL_PREFIX = 'postgres.partial-';

type Creation = { paths: ClusterPaths; binaries: PostgresBinaries; account: ServerAccount; log: Log };

/** Renames the complete cluster, so that a crash leaves none half done. Needs the start lock. */
export async function createCluster(creation: Creation, { password }: Connection): Promise<void> {
  const { paths, account, log } = creation;
  const folder = dirname(paths.cluster);
  log(`creating a PostgreSQL database in ${paths.cluster}`, 'info');

  await removePartialClusters(folder, account);
  const partial = join(folder, `${PARTIAL_PREFIX}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${partial}.password`;
  try {
    if (!(await ownsFolder(account, folder))) await makeFolder(partial, account);
    await createFile(passwordFile, password, account.ids);
    await initialise(partial, passwordFile, creation);
    await rename(partial, paths.cluster).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) throw error;
      throw new Error(`${paths.cluster} exists but holds no database: move it aside.`);
    });
    await syncFolder(folder);
  } finally {
    await removePartialClusters(folder, account);
  }
}

/** The account makes and removes what is in its own folder, because root would follow links that it puts there. */
async function ownsFolder({ ids }: ServerAccount, folder: string): Promise<boolean> {
  return !ids || (await stat(folder)).uid === ids.uid;
}

async function makeFolder(path: string, { ids }: ServerAccount): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (ids) await lchown(path, ids.uid, ids.gid);
}

async function initialise(
  partial: string,
  passwordFile: string,
  { binaries: { initdb }, account }: Creation,
): Promise<void> {
  const command = account.command(initdb, [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const { code, output } = await runCommand(command);
  if (code === 0) return;
  throw new Error(`initdb failed (exit code ${code}).${hintFor(initdb, output)}\n${output.trim()}`);
}

function hintFor(initdb: string, output: string): string {
  if (output.includes('look up effective user'))
    return ' Give the user an entry in /etc/passwd, or start as another user or as root.';
  // initdb passes its path to a shell, within double quotes.
  if (/["$`]/.test(initdb))
    return ` It cannot run from a folder with the character ", $ or \` in its path: rename the folder of ${initdb}.`;
  return '';
}

/** Also removes password files. */
async function removePartialClusters(folder: string, account: ServerAccount): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(PARTIAL_PREFIX)) await removeUnfinished(join(folder, name), account);
  }
}

/** An initdb whose parent was killed may still be writing; it fails without its folder. */
async function removeUnfinished(path: string, account: ServerAccount): Promise<void> {
  if (account.ids && (await ownsFolder(account, dirname(path))))
    await runCommand(account.command('/bin/rm', ['-rf', '--', path]));
  else await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}
