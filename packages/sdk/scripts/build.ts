// Builds one module for all runtimes, and its types: node scripts/build.ts [folder, default `dist`]
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');
const outDir = path.resolve(process.argv[2] ?? path.join(root, 'dist'));

rmSync(outDir, { recursive: true, force: true });
await build({
  input: path.join(root, 'src/index.ts'),
  platform: 'neutral',
  output: {
    file: path.join(outDir, 'index.js'),
    format: 'esm',
    sourcemap: true,
    // The types have those for callers.
    comments: false,
  },
  logLevel: 'warn',
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', outDir], {
  stdio: 'inherit',
});
