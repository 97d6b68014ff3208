import { inRepository, project } from '../vitest.shared.ts';

/** Everything that goes through a real PostgreSQL or a real gateway. */
export default project('server', {
  include: ['**/*.test.ts'],
  exclude: ['browser/**', '**/node_modules/**'],
  globalSetup: [
    inRepository('test/support/setup-database.ts'),
    inRepository('test/support/setup-gateway.ts'),
  ],
  setupFiles: [
    // No answer under /v1 ever has a status that the specification does not list.
    inRepository('test/support/openapi/only-listed-statuses.ts'),
    inRepository('test/support/secrets/name-test-file.ts'),
  ],
  // Tests reach these through the gateway, without importing them.
  forceRerunTriggers: [inRepository('apps/gateway/src/**'), inRepository('packages/*/src/**')],
  // Concurrent tests wait for most of their time.
  maxConcurrency: 20,
  // Some tests end the nodes of a cluster, which all of them use.
  fileParallelism: !process.env.CITUS_URL,
});
