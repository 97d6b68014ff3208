import { defineConfig } from 'vitest/config';
import { run } from '../vitest.shared.ts';

export default defineConfig({
  test: { ...run, projects: ['./vitest.server.config.ts', './vitest.browser.config.ts'] },
});
