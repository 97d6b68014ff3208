import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

type Look = { scheme: 'light' | 'dark'; width: number; rules: RunOptions };

/** Every rule once; colors again in the other scheme, and the rest where the layout differs. */
const looks: [Look, ...Look[]] = [
  { scheme: 'light', width: 1280, rules: {} },
  { scheme: 'dark', width: 1280, rules: { runOnly: ['color-contrast'] } },
  { scheme: 'light', width: 380, rules: { rules: { 'color-contrast': { enabled: false } } } },
];

/** Restores the look in which pages are opened. */
export async function resetLook(page: Page): Promise<void> {
  await lookAs(page, looks[0]);
}

async function lookAs(page: Page, { scheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 860 });
}

/** The faults of an open page in every look. */
export async function faultsOfLooks(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  await bringAxe(page);
  for (const look of looks) {
    await lookAs(page, look);
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
      look.scheme,
    );
    await settled(page);
    faults.push(...(await faultsOf(page, `${name} ${look.scheme} ${look.width}`, look.rules)));
  }
  return faults;
}

/** Loads axe into a page and ends its color transitions. The debugger evaluates it, past the page's security policy. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Faults found by axe, and a page that is wider than its window. */
export async function faultsOf(
  page: Page,
  where: string,
  { rules, ...options }: RunOptions = {},
): Promise<string[]> {
  const isCovered =
    (await page.locator('[data-portal] :is([role=dialog], [role=menu], [role=listbox])').count()) > 0;
  const { violations } = await page.evaluate(
    (all) => (globalThis as unknown as { axe: typeof axe }).axe.run(all),
    {
      ...options,
      rules: { ...rules, ...(isCovered && !options.runOnly && besideOverlays) },
      resultTypes: ['violations' as const],
    },
  );
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
  return [
    ...(tooWide ? [`${where}: wider than the window`] : []),
    ...violations.map(
      ({ id, nodes }) => `${where}: ${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
    ),
  ];
}

/** Dialogs and menus are appended to the page outside its landmarks, and a dialog has a header of its own. */
const besideOverlays = Object.fromEntries(
  ['region', 'landmark-no-duplicate-banner', 'landmark-unique'].map((rule) => [rule, { enabled: false }]),
);
