import { lstatSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { createPrivateFile, isThere } from '../../process/private-file.ts';
import { startChecksum, trailerOf } from './trailer.ts';

type WriteOptions = {
  /** Replaces an existing file. */
  force: boolean;
};

/** Bytes per write. */
const CHUNK_SIZE = 256 * 1024;

/** Throws unless `writeBackupFile` may write this file. */
export async function checkPlace(file: string, { force }: WriteOptions): Promise<void> {
  const folder = await stat(path.dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Error(`The folder of ${file} does not exist. Create it first.`);
  if ((await isThere(file)) && !force)
    throw new Error(`${file} exists. Name another file, or replace it with --force.`);
}

/** Compresses the content, which has password hashes. The file appears whole or not at all. Resolves to its bytes. */
export async function writeBackupFile(
  file: string,
  content: AsyncIterable<Buffer>,
  { force }: WriteOptions,
): Promise<number> {
  const partial = `${file}.partial`;
  const handle = await openPartial(partial, force);
  const { ino } = await handle.stat();
  const isOwn = () => lstatSync(partial, { throwIfNoEntry: false })?.ino === ino;
  const discard = () => {
    if (isOwn()) rmSync(partial, { force: true });
  };
  // A signal ends the process at once.
  process.once('exit', discard);
  try {
    // Another backup may have ended between the first check and the opening.
    await checkPlace(file, { force });
    await writeContent(handle, content).catch((error: unknown) => {
      throw error instanceof WriteError ? new Error(`${file} cannot be written: ${error.message}`) : error;
    });
    const { size } = await handle.stat();
    if (!isOwn()) throw new Error(`${partial} was deleted or replaced, by another backup with --force.`);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return size;
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('exit', discard);
    await handle.close();
  }
}

async function openPartial(partial: string, replace: boolean): Promise<FileHandle> {
  return createPrivateFile(partial, { replace }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new Error(`${partial} cannot be written: ${error.message}`);
    throw new Error(
      `${partial} exists: another backup writes it, or one was killed. Delete it, or use --force.`,
    );
  });
}

class WriteError extends Error {}

async function writeContent(handle: FileHandle, content: AsyncIterable<Buffer>): Promise<void> {
  const checksum = startChecksum();
  const write = (bytes: Buffer) =>
    handle.appendFile(bytes).catch((error: Error) => {
      throw new WriteError(error.message);
    });
  await pipeline(
    content,
    createZstdCompress({ chunkSize: CHUNK_SIZE }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) {
        checksum.update(bytes);
        await write(bytes);
      }
    },
  );
  await write(trailerOf(checksum));
  await handle.sync();
}

/** Folders that may only be written cannot be opened, and some file systems have nothing to do. */
const unsyncable = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP'];

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!unsyncable.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
