import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode } from './error-code.ts';

/** Paths from the folder of the package. */
type Link = { source: string; target: string };

/**
 * Restores the symbolic links between shared libraries, which npm packages cannot hold. An install script would also do so,
 * unless npm ignores it. Returns false if a link is missing in a read-only folder.
 */
export async function restoreLinks(native: string): Promise<boolean> {
  for (const { source, target } of await readLinks(native)) {
    const link = join(native, relative('native', target));
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      // Another start has made it.
      if (errorCode(error) === 'EEXIST') continue;
      if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) return false;
      throw error;
    }
  }
  return true;
}

/** Programs for Windows need no links. */
async function readLinks(native: string): Promise<Link[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(list);
}
