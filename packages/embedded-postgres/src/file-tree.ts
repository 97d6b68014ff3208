import {
  chmod,
  constants,
  copyFile,
  cp,
  type FileHandle,
  lchown,
  lstat,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { UserIds } from './system-account.ts';
import { inFolder, inRealFolder } from './untrusted-files.ts';

const UNLINKED = '.outturn-unlinked';
/** These control who may connect and what PostgreSQL runs. */
const CONFIGURATION = /^(pg_hba|pg_ident|postgresql|postgresql\.auto)\.conf$/;

/**
 * Makes a tree private to `ids`. Root owns each folder meanwhile, so that the former owner cannot change it and an interrupted
 * run is visible. Follows no symbolic links and breaks hard links.
 */
export async function chownTree(path: string, ids: UserIds): Promise<void> {
  await inRealFolder(path, (folder, inside) => chownFolder(folder, inside, ids));
}

async function chownFolder(folder: FileHandle, inside: string, ids: UserIds): Promise<void> {
  await folder.chown(0, 0);
  await folder.chmod(0o700);
  await removeUnfinishedCopies(inside);
  for (const entry of await readdir(inside, { withFileTypes: true })) {
    const child = join(inside, entry.name);
    if (entry.isDirectory()) await inFolder(child, (opened, within) => chownFolder(opened, within, ids));
    else {
      if (entry.isFile()) await separate(child);
      await lchown(child, ids.uid, ids.gid);
    }
  }
  await folder.chown(ids.uid, ids.gid);
}

async function removeUnfinishedCopies(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((name) => name.endsWith(UNLINKED)))
    await rm(join(folder, name), { recursive: true });
}

/** The former owner could write through hard links, or through configuration files that a process still has open. */
async function separate(path: string): Promise<void> {
  if ((await lstat(path)).nlink === 1 && !CONFIGURATION.test(basename(path))) return;
  const copy = `${path}${UNLINKED}`;
  await copyFile(path, copy, constants.COPYFILE_EXCL);
  const file = await open(copy, 'r');
  await file.sync().finally(() => file.close());
  await rename(copy, path);
}

/** Copies durably to a path that does not exist. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await syncTree(to);
}

/** Makes a tree readable and executable for all users. */
export async function publishTree(path: string): Promise<void> {
  await chmod(path, 0o755);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await publishTree(child);
    else if (entry.isFile()) await chmod(child, (await stat(child)).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await syncTree(child);
    if (!entry.isFile()) continue;
    const file = await open(child, 'r');
    await file.sync().finally(() => file.close());
  }
  await inFolder(path, (folder) => folder.sync());
}
