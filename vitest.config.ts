import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './test/support/reporter.ts';

export default defineConfig({
  // Vite would load GraphQL as a module and Pothos and Yoga as CommonJS: two copies, which refuse each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['{apps,packages}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: [
      // No answer under /v1 ever has a status that the specification does not list.
      'test/support/openapi/only-listed-statuses.ts',
      'test/support/secrets/name-test-file.ts',
    ],
    globalSetup: 'test/support/global-setup.ts',
    reporters: ['default', new TallyReporter()],
    // Processes rather than threads: tests start servers, send signals and change the environment. One per core,
    // although vitest would keep one core free: most of a test's time is PostgreSQL's.
    pool: 'forks',
    maxWorkers: availableParallelism(),
    // Some tests end the nodes of a cluster, which all of them use.
    fileParallelism: !process.env.CITUS_URL,
    testTimeout: 60_000,
    // What must come within a time says so itself; everything else only has to come, also on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    // The search for secrets is part of it.
    teardownTimeout: 300_000,
    typecheck: {
      enabled: true,
      include: ['{apps,packages}/*/src/**/*.test-d.ts', 'test/**/*.test-d.ts'],
      // Type errors outside the type tests are for `npm run check`.
      ignoreSourceErrors: true,
    },
  },
});
