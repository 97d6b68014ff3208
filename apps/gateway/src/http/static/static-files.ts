import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import type { Bytes, Encoding } from './compression.ts';
import { StaticContent } from './static-content.ts';

type FileOptions = {
  folder: string;
  /** Headers beside the type. */
  headers: Readonly<Record<string, string>>;
  /** Transforms the text. */
  edit?: (text: string) => string;
};

/** A file as it was when it was read. */
type Kept = { version: string; content: Promise<StaticContent | undefined> };

/** More files than a build has. */
const MOST_FILES = 1_000;

/**
 * The files of a folder, kept in memory. Each request checks the file's status, so that a new build is served at once.
 * Serves `<file>.br` and `<file>.gz` where they exist, and compresses nothing.
 */
export class StaticFiles {
  readonly #options: FileOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_FILES });

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /** Undefined where there is no such file. The name must not lead out of the folder. */
  async find(name: string): Promise<StaticContent | undefined> {
    const file = path.join(this.#options.folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) {
      this.#kept.delete(name);
      return undefined;
    }
    const version = `${stats.dev}:${stats.ino}:${stats.mtimeMs}:${stats.size}`;
    const kept = this.#kept.get(name);
    if (kept?.version === version) return kept.content;
    const content = this.#read(file).catch((error: unknown) => {
      this.#kept.delete(name);
      throw error;
    });
    this.#kept.set(name, { version, content });
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

/** A build that replaces another may have removed the file meanwhile. */
function readIfThere(file: string): Promise<Bytes | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
