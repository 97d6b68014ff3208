import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { defineConfig } from 'rolldown';
import { licensePlugin } from 'rolldown-license-plugin';

/** Shipped as it is, beside the bundle. */
const apiReference = JSON.parse(
  readFileSync(findPackageJSON(import.meta.resolve('@scalar/api-reference')) ?? '', 'utf8'),
);

/** Bundles some 2,000 files into 20, which saves a third of the memory and half of the start time. */
export default defineConfig({
  input: 'src/cli/main.ts',
  platform: 'node',
  // Optional native driver, which is not installed.
  external: ['pg-native'],
  plugins: [
    licensePlugin({
      done: (packages, context) => {
        const texts = [...packages, apiReference].map(
          ({ name, version, license, licenseText = '' }) =>
            `## ${name} ${version} (${license})\n\n${licenseText.trim() || 'The package holds no licence text.'}\n`,
        );
        context.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source: texts.join('\n') });
      },
    }),
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    // Names are kept for stack traces; NODE_OPTIONS=--enable-source-maps adds source lines.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, legalComments: 'none' } },
    sourcemap: true,
    // Node.js keeps source text in memory, with two bytes per character if one is outside Latin-1.
    charset: 'ascii',
  },
});
