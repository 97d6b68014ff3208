import { inRepository, project } from '../vitest.shared.ts';

/** The dashboard in a real browser. */
export default project('browser', {
  include: ['browser/**/*.test.ts'],
  globalSetup: [
    inRepository('test/support/setup-database.ts'),
    inRepository('test/support/setup-gateway.ts'),
    inRepository('test/browser/support/setup-dashboard.ts'),
  ],
  setupFiles: [inRepository('test/support/secrets/name-test-file.ts')],
});
