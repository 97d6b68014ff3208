import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage, publicPages } from './support/every-page.ts';
import { open, settled } from './support/settled.ts';
import type { Visitor } from './support/visitor.ts';

const dashboard = useDashboard();
/** Few sessions end in a sale, and every page of records needs a row. */
const account = useAccount(dashboard, async ({ token, api }) => {
  await seedDemo(dashboard.url, token, { days: 10, sessions: 20 });
  await api.reports.save.mutate(report);
});
type Look = { scheme: 'light' | 'dark'; width: number; rules: RunOptions };

/** Every rule once; colours again where they are others, and the rest where the page is laid out differently. */
const looks: [Look, ...Look[]] = [
  { scheme: 'light', width: 1280, rules: {} },
  { scheme: 'dark', width: 1280, rules: { runOnly: ['color-contrast'] } },
  { scheme: 'light', width: 380, rules: { rules: { 'color-contrast': { enabled: false } } } },
];

browserTest(
  'no page and no dialog has a serious fault, in light, dark and narrow',
  async () => {
    const visitor = await account.visit();
    const { page, problems } = visitor;
    const faults: string[] = [];
    for (const each of everyPage) {
      await lookAs(page, looks[0]);
      await open(page, each);
      faults.push(...(await faultsOfLooks(page, each.name)));
    }
    for (const [name, show] of Object.entries(dialogs)) {
      await lookAs(page, looks[0]);
      await show(visitor);
      faults.push(...(await faultsOfLooks(page, name)));
    }
    expect(faults).toEqual([]);
    expect(problems).toEqual([]);
  },
  240_000,
);

browserTest('the forms before signing in have no serious fault, in light and dark', async () => {
  const { page, problems } = await dashboard.visit();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const each of publicPages) {
      await open(page, each);
      await page.evaluate(axe.source);
      expect(await faultsOf(page, each.name)).toEqual([]);
    }
  }
  expect(problems).toEqual([]);
});

browserTest('the keyboard skips a menu that is shut', async () => {
  const { page } = await account.visit();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/agents');
  await page.getByRole('table', { name: 'Agents' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Window');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await page.getByRole('button', { name: 'Open the menu' }).waitFor();
});

browserTest('a page for an unknown address has a heading and one main part', async () => {
  const { page } = await account.visit();
  for (const path of ['/nowhere', '/agents/nobody', '/records/nothing']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    expect(await page.getByRole('main').count(), path).toBe(1);
    await expect.poll(() => page.title()).toBe('There is nothing here · Outturn');
  }
});

const report = {
  name: 'Revenue by agent',
  document: `query ($from: DayOrInstant!, $to: DayOrInstant!) {
    analytics(window: {from: $from, to: $to}) { by(dimension: AGENT) { key label isOther totals { revenue } } }
  }`,
  variables: { from: '2026-01-01', to: '9999-01-01' },
};

const dialogs: Record<string, (visitor: Visitor) => Promise<void>> = {
  'generate key': async ({ page }) => {
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: 'Generate API key' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'key shown once': async ({ page }) => {
    await page.getByLabel('Name').fill('Seen by axe');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByLabel('Example call').waitFor();
  },
  'record details': async ({ page }) => {
    await page.goto('/records/revenues');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Recorded at').waitFor();
  },
  'edit agent': async ({ page }) => {
    await page.goto('/agents/sales-assistant');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Metadata').waitFor();
  },
  'a refused form': async ({ page }) => {
    await page.goto('/settings/account');
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('New password').fill('something else');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
  },
  filters: async ({ page }) => {
    await page.goto('/explore');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('combobox', { name: 'Values of filter 1' }).waitFor();
  },
  'a report': async ({ page }) => {
    await page.goto('/reports');
    await page.getByRole('button', { name: `Run ${report.name}` }).click();
    await page.getByRole('table', { name: 'Answer of the report' }).waitFor();
  },
  'a report that would be replaced': async ({ page }) => {
    await page.goto('/explore');
    await page.getByRole('button', { name: 'Save as report' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(report.name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Replace' }).waitFor();
  },
  'days of a custom window': async ({ page }) => {
    await page.goto('/?window=custom&from=2026-01-01&to=2026-02-01');
    await page.getByRole('button', { name: 'Jan 1, 2026 – Jan 31, 2026' }).click();
    await page.getByRole('button', { name: 'Next month' }).waitFor();
  },
};

async function lookAs(page: Page, { scheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 860 });
}

/** The faults of an open page in every look. */
async function faultsOfLooks(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(axe.source);
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

/** Serious faults by axe, and a page that is wider than its window. */
async function faultsOf(page: Page, where: string, rules: RunOptions = {}): Promise<string[]> {
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    { ...rules, resultTypes: ['violations' as const] },
  );
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return [
    ...(tooWide ? [`${where}: wider than the window`] : []),
    ...serious.map(
      ({ id, nodes }) => `${where}: ${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
    ),
  ];
}
