import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestUserConfig, type ViteUserConfig } from 'vitest/config';
import { tags } from './test/support/needs.ts';
import { TallyReporter } from './test/support/reporter.ts';

/** The absolute path of a file of this repository, which `globalSetup` and `setupFiles` of any package need. */
export const inRepository = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Every run has one worker per core, and closes with the line that counts the tests. */
export const run: TestUserConfig = {
  allowOnly: false,
  reporters: ['default', new TallyReporter()],
  tags,
  // Vitest would leave one core free, but most of a test's time is PostgreSQL's.
  maxWorkers: availableParallelism(),
  // The search for secrets is part of it.
  teardownTimeout: 300_000,
};

/** A project of tests that share their process: files of one worker load each module once. */
export function project(name: string, test: TestUserConfig = {}): ViteUserConfig {
  return defineConfig({
    // Vite would load GraphQL as a module and Pothos and Yoga as CommonJS: two copies, which refuse each other's types.
    resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
    test: {
      name,
      pool: 'forks',
      isolate: false,
      include: ['src/**/*.test.ts'],
      // Conditions bound the time of a test; these only end one that hangs.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
      ...run,
      ...test,
    },
  });
}
