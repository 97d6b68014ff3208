import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { report } from '../support/load/figures.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import {
  costlyModel,
  losers,
  outlier,
  recordOwner,
  sought,
  soughtSession,
  unprofitable,
} from './support/owner-data.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, recordOwner);

/** A click counts as one, and so does a key or a text that is typed. */
type Owner = { page: Page; click(target: Locator): Promise<void>; type(text: string): Promise<void> };

/**
 * Asks a question as an owner does, from Overview. Reports how many clicks and seconds its answer takes; `most` is how many clicks it
 * may take.
 */
async function ask(question: string, most: number, answer: (owner: Owner) => Promise<void>): Promise<void> {
  const { page, problems } = await account.visit();
  await open(page, { path: '/', heading: 'Overview' });
  let clicks = 0;
  const started = performance.now();
  await answer({
    page,
    async click(target) {
      clicks++;
      await target.click();
    },
    async type(text) {
      clicks++;
      if (text.length > 1 && /^(Control\+|Enter$)/.test(text)) await page.keyboard.press(text);
      else await page.keyboard.type(text);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report(`${question}: ${clicks} clicks, ${seconds} s`);
  expect(clicks, question).toBeLessThanOrEqual(most);
  expect(problems).toEqual([]);
}

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('an owner is answered in a few clicks', { timeout: 600_000 }, async () => {
  const [worst = ''] = losers;

  await ask('Which agent lost money?', 0, async ({ page }) => {
    const losing = page.getByRole('table', { name: 'Agents losing most' });
    await expect.poll(() => losing.getByRole('link', { name: /^agent-/ }).allTextContents()).toEqual(losers);
    await attention(page)
      .getByRole('link', { name: new RegExp(`^${worst} lost \\$`) })
      .waitFor();
  });

  await ask('Why?', 1, async ({ page, click }) => {
    const losing = page.getByRole('table', { name: 'Agents losing most' });
    await click(losing.getByRole('link', { name: worst }));
    await heading(page, worst).waitFor();
    await page.getByRole('region', { name: 'What changed' }).getByText(costlyModel).first().waitFor();
  });

  await ask('Which customer is unprofitable?', 0, async ({ page }) => {
    const losing = page.getByRole('table', { name: 'Customers losing most' });
    await expect
      .poll(() =>
        losing
          .getByRole('link', { name: /^customer-/ })
          .first()
          .textContent(),
      )
      .toBe(unprofitable);
  });

  await ask('Which records are behind this cost?', 1, async ({ page, click }) => {
    await click(page.getByRole('group', { name: 'Cost', exact: true }).getByRole('link'));
    await heading(page, /^Cost \$/).waitFor();
    await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(50).waitFor();
  });

  await ask(`Where is the customer ${sought.name}?`, 3, async ({ page, type }) => {
    await type('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await type('northwind');
    await type('Enter');
    await heading(page, sought.name).waitFor();
  });

  await ask(`What did ${soughtSession} do and cost?`, 3, async ({ page, type }) => {
    await type('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await type(soughtSession);
    await type('Enter');
    await heading(page, soughtSession).waitFor();
    await page.getByText('tool.call').first().waitFor();
    await settled(page);
  });

  await ask('What changed this month against last, by customer?', 3, async ({ page, click }) => {
    await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Customers' }));
    await heading(page, 'Customers').waitFor();
    await click(page.getByRole('combobox', { name: 'Date range' }));
    await click(page.getByRole('option', { name: 'This month' }));
    await page.waitForURL(/window=this-month/);
    await settled(page);
    const table = page.getByRole('table', { name: 'Customers' });
    await table.getByRole('columnheader', { name: 'Change' }).waitFor();
    expect(await table.locator('[data-figure]').count()).toBeGreaterThan(100);
  });

  await ask('Which agent fell the most in margin?', 2, async ({ page, click }) => {
    const { by } = await account.current.api.analytics.slice.query({
      window: { last: 30, unit: 'day' },
      by: {
        agents: {
          dimension: 'agent',
          first: 1,
          orderBy: { measure: 'margin', by: 'change', direction: 'asc' },
        },
      },
    });
    await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Explore' }));
    await heading(page, 'Explore').waitFor();
    await click(page.getByRole('columnheader', { name: 'Change of Margin' }).getByRole('button'));
    const first = page.getByRole('table', { name: 'Answer' }).locator('tbody tr:first-child td:first-child');
    await expect.poll(() => first.textContent()).toBe(by?.agents?.[0]?.label);
  });

  await ask('Can finance have it as a file?', 2, async ({ page, click }) => {
    await click(page.getByRole('group', { name: 'Revenue', exact: true }).getByRole('link'));
    await heading(page, /^Revenue \$/).waitFor();
    const download = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Download CSV' }));
    expect((await download).suggestedFilename()).toBe('revenue-revenues.csv');
  });

  await ask('Is the chart readable beside the largest sale?', 0, async ({ page }) => {
    const cut = page.locator('[data-cut]');
    await expect.poll(() => cut.allTextContents()).toEqual([expect.stringMatching(/^\$41(\.\d)?K$/)]);
    expect(Number(outlier.amount)).toBe(41_000);
  });
});
