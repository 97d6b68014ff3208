// Builds the library in the current folder, as ES module and as CommonJS, each with its types in one file:
// node ../../scripts/build-library.ts [--platform=node, default `neutral`]
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type OutputOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { failOnWarning } from './bundler-options.ts';

const outDir = 'dist';
const { platform } = parseArgs({ options: { platform: { type: 'string' } } }).values;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { dependencies, peerDependencies } = manifest as Record<string, Record<string, string> | undefined>;
const external = Object.keys({ ...dependencies, ...peerDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
);

rmSync(outDir, { recursive: true, force: true });
await buildCode('esm', 'index.js');
await buildCode('cjs', 'index.cjs');
const declarations = emitDeclarations();
const references = libraryReferences(declarations);
try {
  await buildTypes('index.d.ts');
  await buildTypes('index.d.cts');
} finally {
  rmSync(declarations, { recursive: true });
}

function buildCode(format: OutputOptions['format'], file: string) {
  return build({
    input: 'src/index.ts',
    platform: platform === 'node' ? 'node' : 'neutral',
    external,
    // Node.js 20.0 and browsers of its time.
    transform: { target: 'es2022' },
    // The source map has the names of the files.
    experimental: { attachDebugInfo: 'none' },
    output: {
      file: path.join(outDir, file),
      format,
      sourcemap: true,
      // The types have those for callers.
      comments: false,
      generatedCode: { symbols: false },
    },
    onLog: failOnWarning,
  });
}

/** Returns their folder, from which the bundler finds the packages of the library. */
function emitDeclarations(): string {
  const folder = path.resolve(outDir, 'declarations');
  const tsc = createRequire(path.resolve('package.json'))
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', folder], {
    stdio: 'inherit',
  });
  return folder;
}

/** The bundler drops them. */
function libraryReferences(folder: string): string {
  const files = globSync('**/*.d.ts', { cwd: folder }).map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  );
  const lines = files.flatMap((text) => text.match(/^\/\/\/ <reference lib=.*$/gm) ?? []);
  return [...new Set(lines)].join('\n');
}

function buildTypes(file: string) {
  return build({
    input: path.join(declarations, 'index.d.ts'),
    external,
    plugins: [dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })],
    output: { file: path.join(outDir, file), format: 'esm', postBanner: references },
    onLog: failOnWarning,
  });
}
