import type { Page } from 'playwright-core';
import type { PageToSee } from './every-page.ts';

/** Opens a page and waits until nothing on it is a placeholder any more. */
export async function open(page: Page, { path, heading }: Omit<PageToSee, 'name'>): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-visible].mantine-Skeleton-root, .mantine-Skeleton-root:empty') === null &&
      document.querySelector('figure:not(:has(.recharts-surface))') === null,
  );
  // Recharts draws once it knows its size.
  await page.waitForTimeout(300);
}
