import { test } from 'vitest';
import { chromiumPath } from './chromium-path.ts';

if (!chromiumPath) {
  console.log('No chromium here: the tests in a browser are left out. Install it, or name it in CHROMIUM.');
}

/** A test that needs the browser. */
export const browserTest = test.runIf(chromiumPath !== undefined);
