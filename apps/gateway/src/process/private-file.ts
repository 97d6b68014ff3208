import { constants, type FileHandle, lstat, open, rm } from 'node:fs/promises';

// Windows lacks these flags.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Creates a file that its owner alone may read and write. Another user may have put a link or a pipe in its place, so
 * that the content would go elsewhere: whatever exists is refused, or, with `replace`, all but regular files. A file
 * that is replaced is deleted first and never written to, as it may have other readers.
 */
export async function createPrivateFile(file: string, { replace = false } = {}): Promise<FileHandle> {
  if ((await isThere(file)) && replace) await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

/** Throws for everything but a regular file, such as a link, a folder or a device. */
export async function isThere(file: string): Promise<boolean> {
  const place = await lstat(file).catch(() => undefined);
  if (place && !place.isFile()) throw notRegular(file);
  return place !== undefined;
}

/** Reads a file of {@link createPrivateFile}. A pipe would not end, and a link may lead to the file of another user. */
export async function readPrivateFile(file: string): Promise<string> {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOOP' ? notRegular(file) : error;
    },
  );
  try {
    if (!(await handle.stat()).isFile()) throw notRegular(file);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function notRegular(file: string): Error {
  return new Error(`${file} exists and is not a regular file. Name another one, or delete it.`);
}
