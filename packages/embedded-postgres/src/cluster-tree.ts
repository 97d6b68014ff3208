import { chmod, constants, cp, type FileHandle, lchown, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserIds } from './system-account.ts';

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Gives a folder with all in it to a user, whom alone it then lets in. Meanwhile it is root's: its former owner can no longer
 * enter, and a change that was interrupted shows and begins anew. No symbolic link is followed.
 */
export async function giveTree(path: string, { uid, gid }: UserIds): Promise<void> {
  await inFolder(path, async (folder, inside) => {
    await folder.chown(0, 0);
    await folder.chmod(0o700);
    await giveContents(inside, { uid, gid });
    await folder.chown(uid, gid);
  });
}

async function giveContents(path: string, { uid, gid }: UserIds): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (!entry.isDirectory()) await lchown(child, uid, gid);
    else
      await inFolder(child, async (folder, inside) => {
        await giveContents(inside, { uid, gid });
        await folder.chown(uid, gid);
      });
  }
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

/** `inside` leads to the folder that was opened, even if something else has its path by now. */
async function inFolder(
  path: string,
  work: (folder: FileHandle, inside: string) => Promise<void>,
): Promise<void> {
  const folder = await open(path, FOLDER);
  try {
    await work(folder, process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : path);
  } finally {
    await folder.close();
  }
}
