// Builds the package: one module for every runtime, and its types.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');

/** Writes `index.js` and the types into a folder. */
export async function buildPackage(outDir: string): Promise<void> {
  await build({
    input: path.join(root, 'src/index.ts'),
    platform: 'neutral',
    output: { file: path.join(outDir, 'index.js'), format: 'esm', minify: true },
    logLevel: 'warn',
  });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', outDir], {
    stdio: 'inherit',
  });
}

if (import.meta.main) await buildPackage(path.join(root, 'dist'));
