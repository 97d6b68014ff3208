// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { copied } from './support/copied.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { expectedRows, type Rows } from './support/expected-rows.ts';
import { questions } from './support/questions.ts';
import { settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 14, sessions: 8 }),
);
const DAY = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const days = { from: dayOf(Date.now() - 30 * DAY), to: dayOf(Date.now() + DAY) };

test('tables of ten questions equal the answers of the API, and so do the document and the report', async () => {
  const { token, api } = account.current;
  const { page, problems } = await account.visit();

  for (const { title, search, asks } of questions) {
    const question = asks(days);
    const answer = await api.analytics.slice.query(question);
    await page.goto(addressOf({ zone: 'UTC', window: 'custom', ...days, ...search }));
    const expected = expectedRows(answer, question.totals ?? []);
    await expect.poll(() => shownRows(page), { message: title }).toHaveLength(expected.length);
    const shown = await shownRows(page);
    expect(
      shown.map(({ figures }) => figures),
      title,
    ).toEqual(expected.map(({ figures }) => figures));
    for (const [index, { names }] of expected.entries()) {
      for (const [level, name] of names.entries()) {
        const text = shown[index]?.names[level];
        expect(text, title).toEqual(
          name ?? expect.stringMatching(/^(No .+|[A-Z][a-z]{2} \d{1,2}( \(partial\))?)$/),
        );
      }
    }
  }

  await page.goto(addressOf({ zone: 'UTC', window: 'custom', ...days, ...questions[2]?.search }));
  await settled(page);
  const document = await copied(page, page.getByRole('button', { name: 'Copy as GraphQL' }));
  const { status, text } = await send(`${dashboard.url}/graphql`, {
    token,
    body: JSON.stringify({ query: document }),
  });
  expect(status).toBe(200);
  const { data, errors } = JSON.parse(text);
  expect(errors).toBeUndefined();
  const [first] = await shownRows(page);
  expect(data.analytics.by[0].label).toBe(first?.names[0]);
  expect(String(data.analytics.by[0].by[0].totals.revenue)).toBe(first?.figures[0]);

  const save = async (description: string) => {
    await page.getByRole('button', { name: 'Save as report' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Customers of agents');
    await page.getByRole('textbox', { name: 'Description' }).fill(description);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  const descriptions = async () => {
    const { items } = await api.reports.list.query({});
    return items.map(({ description }) => description);
  };
  await save('The first');
  await page.getByText('Saved “Customers of agents” to Reports.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await save('Another');
  const warning = page.getByText('A report named “Customers of agents” already exists.');
  await warning.waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Customers');
  await warning.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Customers of agents');
  expect(await descriptions()).toEqual(['The first']);
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await descriptions()).toEqual(['Another']);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Run Customers of agents' }).click();
  const report = page.getByRole('table', { name: 'Answer of the report' });
  await report
    .getByRole('cell', { name: first?.names[1] ?? '', exact: true })
    .first()
    .waitFor();
  const shown = async () =>
    JSON.parse((await page.getByRole('tabpanel', { name: 'JSON' }).textContent()) ?? '');
  await page.getByRole('tab', { name: 'JSON' }).click();
  expect(await shown()).toEqual(data);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  const week = { from: dayOf(Date.now() - 6 * DAY), to: dayOf(Date.now() + DAY) };
  const other = await api.reports.run.query({ name: 'Customers of agents', variables: week });
  await expect.poll(shown).toEqual(other.data);
  expect(other.data).not.toEqual(data);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Customers of agents' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No reports yet').waitFor();
  expect(problems).toEqual([]);
});

test('the table uses the room of the window, and nothing covers its figures', async () => {
  const { page } = await account.visit();
  const table = page.getByRole('region', { name: 'Answer' });
  for (const { width, search } of [
    { width: 1440, search: { by: [{ dimension: 'agent' }], every: 'day' } },
    { width: 1920, search: { by: [{ dimension: 'agent' }, { dimension: 'customer' }] } },
  ]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto(addressOf({ zone: 'UTC', window: '30d', ...search }));
    await table.waitFor();
    await settled(page);
    const { covered, ...widths } = await table.evaluate((frame) => {
      frame.scrollIntoView({ block: 'end' });
      const bounds = frame.getBoundingClientRect();
      const isCovered = (figure: Element) => {
        const range = document.createRange();
        range.selectNodeContents(figure);
        const { right, top, bottom } = range.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        const isShown = middle > bounds.top + 60 && bottom < bounds.bottom;
        return isShown && !figure.contains(document.elementFromPoint(right - 1, middle));
      };
      const figures = [...frame.querySelectorAll('[data-figure]')];
      return {
        content: frame.scrollWidth,
        room: frame.clientWidth,
        covered: figures.filter(isCovered).map(({ textContent }) => textContent),
      };
    });
    expect(widths.content, `${width} px`).toBe(widths.room);
    expect(covered, `${width} px`).toEqual([]);
  }
});

test('a filter takes keys unchanged', async () => {
  const { page, problems } = await account.visit();
  await page.goto('/explore');
  for (const label of ['Date range', 'Time zone'])
    await page.locator('label').getByText(label, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  const values = page.getByRole('combobox', { name: 'Values of filter 1' });
  const keys = ['Acme, Inc.', 'ACME, Inc.', '12345678901234567890'];
  for (const key of keys) {
    await values.fill(key);
    await values.press('Enter');
  }
  const asked = () => JSON.parse(new URL(page.url()).searchParams.get('where') ?? '[]');
  await expect.poll(asked).toEqual([{ dimension: 'agent', condition: 'in', values: keys }]);
  expect(problems).toEqual([]);
});

/** How TanStack Router writes a search: as JSON, except for unambiguous texts. */
function addressOf(search: Record<string, unknown>): string {
  const entries = Object.entries(search).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/explore?${new URLSearchParams(entries as [string, string][])}`;
}

/** The table as shown on the page. */
function shownRows(page: Page): Promise<Rows> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('table[aria-label="Answer"] :is(tbody, tfoot) tr')];
    return rows.map((row) => {
      const cells = [...row.children] as HTMLElement[];
      const isFigure = (cell: HTMLElement) => cell.dataset.figure !== undefined;
      return {
        names: cells.filter((cell) => !isFigure(cell)).map((cell) => (cell.textContent ?? '').trim()),
        figures: cells.filter(isFigure).map((cell) => cell.dataset.figure ?? ''),
      };
    });
  });
}
