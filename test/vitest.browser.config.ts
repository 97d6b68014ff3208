import { inRepository, project } from '../vitest.shared.ts';

/** The dashboard in a real browser. */
export default project('browser', {
  include: ['browser/**/*.test.ts'],
  // As long as many pages take where other programs have most of the machine; these, too, only end a test that hangs.
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  globalSetup: [
    inRepository('test/support/setup-database.ts'),
    inRepository('test/support/setup-gateway.ts'),
    inRepository('test/browser/support/setup-dashboard.ts'),
  ],
  setupFiles: [inRepository('test/support/secrets/name-test-file.ts')],
});
