import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { withLock } from '../../../scripts/lock.mjs';

/**
 * Clicks a button and returns the text on the clipboard. All pages of the run's browser have one clipboard, so the files
 * that run side by side use it in turn.
 */
export function copied(page: Page, button: Locator, clipboard = 'navigator.clipboard'): Promise<string> {
  return withLock(
    path.join(tmpdir(), 'clipboard.lock'),
    () => {},
    async () => {
      await button.click();
      return page.evaluate<string>(`${clipboard}.readText()`);
    },
  );
}
