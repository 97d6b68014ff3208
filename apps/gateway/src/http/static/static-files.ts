import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import type { Bytes, Encoding } from './compression.ts';
import { StaticContent } from './static-content.ts';

type FileOptions = {
  folder: string;
  headers: Readonly<Record<string, string>>;
  edit?: (text: string) => string;
};

type CachedFile = { version: string; content: Promise<StaticContent | undefined> };

const MAX_FILES = 1_000;

/**
 * Checks the file's status on each request, so that a new build is served at once. Uses existing `<file>.br` and `<file>.gz`.
 */
export class StaticFiles {
  readonly #options: FileOptions;
  readonly #files = new LRUCache<string, CachedFile>({ max: MAX_FILES });

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /** The caller must ensure that `name` stays inside the folder. */
  async find(name: string): Promise<StaticContent | undefined> {
    const file = path.join(this.#options.folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) {
      this.#files.delete(name);
      return undefined;
    }
    const version = `${stats.dev}:${stats.ino}:${stats.mtimeMs}:${stats.size}`;
    const cached = this.#files.get(name);
    if (cached?.version === version) return cached.content;
    const content = this.#read(file).catch((error: unknown) => {
      this.#files.delete(name);
      throw error;
    });
    this.#files.set(name, { version, content });
    return content;
  }

  async #read(file: string): Promise<StaticContent | undefined> {
    const { headers, edit } = this.#options;
    const plain = await readIfThere(file);
    if (!plain) return undefined;
    const bytes = edit ? edit(plain.toString('utf8')) : plain;
    const type = getMimeType(file) ?? 'application/octet-stream';
    return new StaticContent({
      headers: { 'Content-Type': type, ...headers },
      make: () => bytes,
      encode: async (encoding) => (edit ? undefined : readIfThere(`${file}${suffixes[encoding]}`)),
    });
  }
}

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** A newer build may have removed the file meanwhile. */
function readIfThere(file: string): Promise<Bytes | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
