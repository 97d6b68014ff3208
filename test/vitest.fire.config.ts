import { defineConfig } from 'vitest/config';
import { inRepository, project, run } from '../vitest.shared.ts';
import { rows } from './fire/rows.ts';

const database = inRepository('test/support/setup-database.ts');
const gateway = inRepository('test/support/setup-gateway.ts');
const inBrowser = 'test/browser/**/*.fire.ts';
const setupFiles = [
  inRepository('test/support/openapi/only-listed-statuses.ts'),
  inRepository('test/support/secrets/name-test-file.ts'),
];

/** `npm run fire`: storms, soaks, crash series and measurements, which `npm test` leaves out. */
export default defineConfig({
  test: {
    ...run,
    projects: [
      project('fire', {
        root: inRepository('.'),
        // Some rows also run tests of the suite, which then take their figures from the row.
        include: ['{test,packages/*/src,apps/*/src}/**/*.{fire,test}.ts'],
        exclude: [inBrowser, '**/node_modules/**'],
        // A storm leaves nothing behind for the next file.
        isolate: true,
        globalSetup: [database, gateway],
        setupFiles,
      }),
      project('browser', {
        root: inRepository('.'),
        include: [inBrowser],
        globalSetup: [database, gateway, inRepository('test/browser/support/setup-dashboard.ts')],
        setupFiles,
      }),
      project('pooler', {
        root: inRepository('.'),
        include: rows.filter(({ isThroughPooler }) => isThroughPooler).flatMap(({ files }) => files),
        globalSetup: [database, inRepository('test/support/pooler/setup-pooler.ts'), gateway],
        setupFiles,
      }),
    ],
  },
});
