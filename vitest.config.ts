import { defineConfig } from 'vitest/config';
import { run } from './vitest.shared.ts';

/** `npm test` and `npm run test:watch`. */
export default defineConfig({
  test: {
    ...run,
    projects: [
      '{apps,packages}/*/vitest.config.ts',
      'scripts/vitest.config.ts',
      'test/vitest.{server,browser}.config.ts',
    ],
  },
});
