import path from 'node:path';
import { build } from 'rolldown';

/** A script that sets a global to the exports of a package, bundled as for a page. */
export async function bundled(name: 'client' | 'sdk'): Promise<string> {
  const { output } = await build({
    input: path.resolve(import.meta.dirname, '../../../packages', name, 'src/index.ts'),
    platform: 'browser',
    output: { format: 'iife', name },
    write: false,
    logLevel: 'silent',
  });
  return output[0].code;
}
