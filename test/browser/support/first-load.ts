import type { Page } from 'playwright-core';

/** Opens the overview, and resolves when it shows its figures and has reacted to a click. */
export async function openOverview(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'commit' });
  await figuresShown(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).waitFor();
}

/** Resolves when the overview shows its figures. */
export async function figuresShown(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .locator('[data-figure]:not([data-figure=""])')
    .waitFor();
}
