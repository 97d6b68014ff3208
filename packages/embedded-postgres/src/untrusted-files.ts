import { constants, type FileHandle, open } from 'node:fs/promises';
import type { UserIds } from './system-account.ts';

// Windows lacks these flags.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 64 * 1024;

/** Another user may have planted the file. Throws for links, pipes, files over 64 KB, and if `owners` lacks its owner. */
export async function readSmallFile(path: string, owners?: (number | undefined)[]): Promise<string> {
  const file = await openRegularFile(path, O_RDONLY);
  try {
    const { uid } = await file.stat();
    if (owners && !owners.includes(uid))
      throw new Error(`${path} belongs to another user (${uid}), who may have made it: delete it.`);
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
