import type { BrowserContextOptions, Page } from 'playwright-core';
import { seedDemo } from './demo.ts';
import { mintKey, signUp, type Visitor } from './visitor.ts';

/** Makes an account with figures. What it returns signs a browser in that has nothing else of earlier visits. */
export async function seededSession(
  owner: Visitor,
  url: string,
): Promise<Pick<BrowserContextOptions, 'storageState'>> {
  await signUp(owner);
  await seedDemo(url, await mintKey(owner));
  const storageState = await owner.page.context().storageState();
  await owner.close();
  return { storageState };
}

/** Opens the overview, and resolves when its figures are shown and it has answered a click. */
export async function openOverview(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'commit' });
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .locator('[data-figure]:not([data-figure=""])')
    .waitFor();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).waitFor();
}
