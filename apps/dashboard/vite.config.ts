import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';

/** The gateway that `vite` (for development) passes requests on to. */
const gateway = process.env.OUTTURN_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    // Tells what the first load is made of: see test/browser/first-load.test.ts.
    manifest: true,
    // The policy of the gateway allows no data: URLs but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What most pages share comes in one file rather than in fifty.
          groups: [{ name: 'shared', test: /node_modules|src\/(?!.*page\.tsx)/, minShareCount: 5 }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/trpc', '/graphql', '/v1', '/docs'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
});
