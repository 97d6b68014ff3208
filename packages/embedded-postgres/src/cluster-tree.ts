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
import { inFolder, inRealFolder } from './guarded-files.ts';
import type { UserIds } from './system-account.ts';

const UNLINKED = '.outturn-unlinked';
/** Decide who may connect and what PostgreSQL runs. */
const CONFIGURATION = /^(pg_hba|pg_ident|postgresql|postgresql\.auto)\.conf$/;

/**
 * Changes the owner of a tree, which only that owner may enter afterwards. Root owns each folder meanwhile: the former owner
 * cannot change it, and an interrupted change shows. No symbolic link is followed, also above it, and no hard link is kept.
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

/** An interrupted change of the owner leaves one behind. */
async function removeUnfinishedCopies(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((name) => name.endsWith(UNLINKED)))
    await rm(join(folder, name), { recursive: true });
}

/**
 * Separates a file from its other names, through which the former owner could write or a backup would change, and a file
 * of the configuration from processes of the former owner that still have it open.
 */
async function separate(path: string): Promise<void> {
  if ((await lstat(path)).nlink === 1 && !CONFIGURATION.test(basename(path))) return;
  const copy = `${path}${UNLINKED}`;
  await copyFile(path, copy, constants.COPYFILE_EXCL);
  const file = await open(copy, 'r');
  await file.sync().finally(() => file.close());
  await rename(copy, path);
}

/** Copies a folder to a path where nothing is yet, and waits until all of it is on the disk. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await syncTree(to);
}

/** Lets every user read and run what is in a folder, and its owner alone change it. */
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
