import { constants, type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import type { UserIds } from './system-account.ts';

// Windows lacks these flags.
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 64 * 1024;

/** Another user may have planted the file. Throws for links, pipes and files over 64 KB. */
export async function readSmallFile(path: string): Promise<string> {
  const file = await openRegularFile(path, O_RDONLY);
  try {
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < buffer.length; size += read)
      read = (await file.read(buffer, { offset: size })).bytesRead;
    if (size > MAX_BYTES) throw new Error(`${path} is larger than 64 KB.`);
    return buffer.toString('utf8', 0, size);
  } finally {
    await file.close();
  }
}

/** Throws for links, and for pipes, which would block until their other end opens. */
export async function openRegularFile(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a regular file.`);
}

/** Durable, with mode 0600. Throws if the file exists. */
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

/** `inside` refers to the opened folder even if its path is replaced. Throws if the folder is a link. */
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

/** Also throws if a parent folder is a link, which another user may have created. */
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
