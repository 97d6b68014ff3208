import { constants, type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import type { UserIds } from './system-account.ts';

// Windows has none of the flags.
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 64 * 1024;

/** Reads a small file that another user may have planted. Throws for a link, a pipe, and a file over 64 KB. */
export async function readSmallFile(path: string): Promise<string> {
  const file = await openRegularFile(path, O_RDONLY);
  try {
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < buffer.length; size += read)
      read = (await file.read(buffer, size)).bytesRead;
    if (size > MAX_BYTES) throw new Error(`${path} is larger than 64 KB.`);
    return buffer.toString('utf8', 0, size);
  } finally {
    await file.close();
  }
}

/** Opens a file that another user may have planted. Throws for a link and for a pipe, which would wait for its other end. */
export async function openRegularFile(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a regular file.`);
}

/** Creates a file of mode 0600 durably, where nothing is yet, and gives it to the owner. */
export async function createFile(path: string, content: string, owner?: UserIds): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Works on an opened folder: `inside` leads to it also after its path has changed. Follows no link in its place. */
export async function inFolder<T>(
  path: string,
  work: (folder: FileHandle, inside: string) => Promise<T>,
): Promise<T> {
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    return await work(folder, process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : path);
  } finally {
    await folder.close();
  }
}

/** As `inFolder`. Throws when a folder above is a link, as another user may have put it there. */
export function inRealFolder<T>(
  path: string,
  work: (folder: FileHandle, inside: string) => Promise<T>,
): Promise<T> {
  return inFolder(path, async (folder, inside) => {
    const real = inside === path ? await realpath(path) : await readlink(inside);
    if (real !== path) throw new Error(`${path} leads to ${real} meanwhile: start again.`);
    return work(folder, inside);
  });
}
