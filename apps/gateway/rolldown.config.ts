import { defineConfig } from 'rolldown';

/** The gateway with all that it needs: in some 20 files rather than 2,000, a third less memory and half the time to start. */
export default defineConfig({
  input: 'src/cli/main.ts',
  platform: 'node',
  // Would come with the machine's own libraries only.
  external: ['pg-native'],
  output: {
    dir: 'dist',
    cleanDir: true,
    // Names stay, for the stacks in the log; NODE_OPTIONS=--enable-source-maps adds the lines of the sources.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, legalComments: 'none' } },
    sourcemap: true,
    // Node.js keeps the text of what it runs, with two bytes for each character where one of them is beyond Latin-1.
    charset: 'ascii',
  },
});
