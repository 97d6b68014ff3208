import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smallest file that is compressed, in bytes; a packet carries less anyway. */
const LEAST_COMPRESSED = 1_400;

/** Writes `<file>.br` and `<file>.gz` beside every asset that gets smaller by it; the gateway sends them as they are. */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/^assets\/.*\.(js|css|svg)$/.test(name)) continue;
        const file = path.join(dir, name);
        const plain = await readFile(file);
        if (plain.length < LEAST_COMPRESSED) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(plain));
      }
    },
  };
}
