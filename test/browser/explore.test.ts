// @module-tag Chromium
import { product } from '@outturn/service';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { kindsHaving } from '../../apps/dashboard/src/kinds/kinds-of-dimensions.ts';
import { send } from '../support/drivers/http.ts';
import { bringAxe, faultsOf } from './support/axe.ts';
import { copied } from './support/copied.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { expectedRows, type Rows } from './support/expected-rows.ts';
import { questions } from './support/questions.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 14, sessions: 8 }),
);
const DAY = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const days = { from: dayOf(Date.now() - 30 * DAY), to: dayOf(Date.now() + DAY) };

test('tables of ten questions equal the answers of the API', async () => {
  const { api } = account.current;
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

  expect(problems).toEqual([]);
});

test('a question is copied as a document of GraphQL with the same answer', async () => {
  const { token } = account.current;
  const { page, problems } = await account.visit();
  await open(page, { path: addressOf({ zone: 'UTC', window: 'custom', ...days, ...questions[2]?.search }) });
  await page.getByRole('button', { name: 'More actions' }).click();
  const document = await copied(page, page.getByRole('menuitem', { name: 'Copy as GraphQL' }));
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
  expect(problems).toEqual([]);
});

test('a view is saved, changed, and opened by its link and by others', async () => {
  const { api } = account.current;
  const { page, problems } = await account.visit();
  const where = [{ dimension: 'agent', condition: 'notIn', values: ['renewal-manager'] }];
  const by = [{ dimension: 'customer' }];
  await open(page, {
    path: addressOf({
      zone: 'UTC',
      window: '7d',
      measures: ['cost', 'revenue'],
      order: 'revenue',
      by,
      where,
    }),
  });
  const heading = (name: string) => headingOf(page, name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await nameView(page, 'Costs of customers', 'Save');
  await heading('Costs of customers');
  const saved = await api.reports.get.query({ name: 'Costs of customers' });
  expect(saved).toMatchObject({
    document: null,
    view: {
      question: {
        window: { last: 7, unit: 'day' },
        timeZone: 'UTC',
        totals: ['cost', 'revenue'],
        where: { agent: { notIn: ['renewal-manager'] } },
        previous: { totals: ['cost', 'revenue'] },
        by: { groups: { dimension: 'customer', orderBy: { measure: 'revenue' } } },
      },
      chart: { measure: 'revenue' },
    },
  });
  const total = async () => (await shownRows(page)).at(-1)?.figures;
  const runTotal = async (name: string) => {
    const { data } = await api.reports.run.query({ name });
    const { cost, revenue } = Object(data?.totals);
    return [cost, revenue];
  };
  expect(await total()).toEqual(await runTotal('Costs of customers'));

  await page.getByText(/^Agent is not /).waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 30 days' }).click();
  const saving = page.waitForResponse(/reports\.save/);
  await save.click();
  await saving;
  await expect.poll(() => save.isDisabled()).toBe(true);
  await settled(page);
  expect(await total()).toEqual(await runTotal('Costs of customers'));

  const shared = page.url();
  const rows = await shownRows(page);
  await page.goto('/views?window=today');
  await page.getByRole('link', { name: 'Costs of customers' }).click();
  await heading('Costs of customers');
  await settled(page);
  expect(await shownRows(page)).toEqual(rows);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    view: 'Costs of customers',
    window: '30d',
    measures: JSON.stringify(['cost', 'revenue']),
  });
  for (const address of [shared, '/explore?view=Costs+of+customers']) {
    await page.goto(address);
    await expect.poll(() => shownRows(page), { message: address }).toEqual(rows);
    expect(await save.isDisabled()).toBe(true);
  }

  await api.reports.delete.mutate({ name: 'Costs of customers' });
  // No view had the name.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('a view is saved under another name, renamed and deleted', async () => {
  const { api } = account.current;
  const { page, problems } = await account.visit();
  const question = { window: { this: 'month' as const }, totals: ['cost' as const] };
  await api.reports.save.mutate({ name: 'Costs', view: { question } });
  await page.goto('/explore?view=Costs');
  const heading = (name: string) => headingOf(page, name);
  const menu = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await heading('Costs');
  await menu('Save as…');
  await nameView(page, 'Costs', 'Save');
  await page.getByText('A view named “Costs” already exists.').waitFor();
  await nameView(page, 'Another', 'Save');
  await heading('Another');
  await menu('Rename…');
  await nameView(page, 'Costs', 'Rename');
  await page.getByText('A view of this name already exists.').waitFor();
  await nameView(page, 'Costs and revenue', 'Rename');
  await heading('Costs and revenue');
  const names = async () => (await api.reports.list.query({})).items.map(({ name }) => name);
  expect((await names()).toSorted()).toEqual(['Costs', 'Costs and revenue']);
  await menu('Delete…');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await heading('Explore');
  expect(await names()).toEqual(['Costs']);

  await page.getByRole('link', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Rename Costs' }).click();
  await nameView(page, 'Customers', 'Rename');
  await page
    .getByRole('table', { name: 'Views' })
    .getByRole('link', { name: 'Customers', exact: true })
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await bringAxe(page);
  expect(await faultsOf(page, 'views')).toEqual([]);
  await page.getByRole('button', { name: 'Delete Customers' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No views yet').waitFor();
  await page.goto('/explore?view=Customers');
  await page.getByText('View not found').waitFor();
  await page.goto(addressOf({ view: 'Customers', measures: ['cost'] }));
  await page.getByText('The view “Customers” was not found.').waitFor();
  await heading('Explore');
  // A name that was free, one that was taken, and a view that is gone.
  expect(problems.filter((problem) => !/404|400/.test(problem))).toEqual([]);
});

test('a document is run from Views, for its days and for others, and a view without inputs, too', async () => {
  const { api } = account.current;
  const { page, problems } = await account.visit();
  const name = 'Revenue of agents';
  await api.reports.save.mutate({
    name,
    document: `query ($from: DayOrInstant!, $to: DayOrInstant!) {
      analytics(window: {from: $from, to: $to}) { by(dimension: AGENT) { key label isOther totals { revenue } } }
    }`,
    variables: days,
  });
  const funnel = { f: { steps: ['resolved'] } };
  await api.reports.save.mutate({ name: 'Funnel', view: { question: { window: days, funnel } } });
  await page.goto('/views');
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('table', { name: 'Answer of the view' }).waitFor();
  const shown = async () =>
    JSON.parse((await page.getByRole('tabpanel', { name: 'JSON' }).textContent()) ?? '');
  await page.getByRole('tab', { name: 'JSON' }).click();
  expect(await shown()).toEqual((await api.reports.run.query({ name })).data);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  const week = { from: dayOf(Date.now() - 6 * DAY), to: dayOf(Date.now() + DAY) };
  const other = await api.reports.run.query({ name, variables: week });
  await expect.poll(shown).toEqual(other.data);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Funnel', exact: true }).click();
  await expect.poll(shown).toMatchObject({ funnel: { f: [{ goalKey: 'resolved' }] } });
  for (const each of [name, 'Funnel']) await api.reports.delete.mutate({ name: each });
  expect(problems).toEqual([]);
});

test('figures are compared beside each of them, and sorted by their heads', async () => {
  const { page, problems } = await account.visit();
  const by = [{ dimension: 'agent' }];
  await open(page, { path: addressOf({ zone: 'UTC', window: '7d', measures: ['cost', 'revenue'], by }) });
  const rows = await shownRows(page);
  const changes = page.getByRole('table', { name: 'Answer' }).locator('[data-change]');
  expect(await changes.count()).toBe(rows.length * 2);
  const costs = (await shownRows(page)).slice(0, -1).map(({ figures }) => Number(figures[0]));
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  await page.getByRole('columnheader', { name: 'Revenue', exact: true }).getByRole('button').click();
  await page.waitForURL(/order=revenue/);
  await settled(page);
  const revenues = (await shownRows(page)).slice(0, -1).map(({ figures }) => Number(figures[1]));
  expect(revenues).toEqual(revenues.toSorted((a, b) => b - a));
  await page.getByRole('heading', { level: 2, name: 'Revenue by agent' }).waitFor();
  await bringAxe(page);
  expect(await faultsOf(page, 'explore')).toEqual([]);
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'No comparison' }).click();
  await changes.first().waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('what belongs to no model is no loss of models', async () => {
  const { page, problems } = await account.visit();
  const measures = ['revenue', 'margin', 'cost'];
  await page.goto(addressOf({ zone: 'UTC', window: '30d', measures, by: [{ dimension: 'model' }] }));
  await page
    .getByText("Revenue and Margin can't be shown by model, because revenues have no model.")
    .waitFor();
  await settled(page);
  const rows = await shownRows(page);
  const total = rows.pop();
  expect(total?.figures.every((figure) => Number(figure) > 0)).toBe(true);
  expect(rows.length).toBeGreaterThan(1);
  for (const { figures } of rows) expect(figures).toEqual(['', '', expect.stringMatching(/^[\d.]+$/)]);
  expect(problems).toEqual([]);
});

test.each(Object.entries(kindsHaving))('the kinds of records with %s are those of the API', (name, kinds) => {
  const dimension = product.analytics.dimensions.get(name);
  const having = product.kinds.filter((kind) => dimension?.recordSql(kind, 'key') !== undefined);
  expect(having.map((kind) => kind.name).toSorted()).toEqual(kinds.toSorted());
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

/** Two weeks in which the margin of one agent falls the most, and not that of the one that earned the most before. */
const changed = useAccount(dashboard, async ({ api }) => {
  const [before, now] = ['2026-06-03T09:00:00Z', '2026-06-10T09:00:00Z'];
  const revenue = (agentKey: string, amount: string, recordedAt: string) => ({
    agentKey,
    amount,
    recordedAt,
  });
  await api.revenues.recordBatch.mutate([
    ...[before, now].map((time) => revenue('steady', '1000', time)),
    revenue('fallen', '500', before),
    revenue('fallen', '100', now),
    revenue('small', '50', before),
    revenue('small', '20', now),
    revenue('risen', '10', before),
    revenue('risen', '300', now),
  ]);
  const call = { type: 'call', occurredAt: now };
  const steady = { ...call, agentKey: 'steady', sessionKey: 'one' };
  await api.events.recordBatch.mutate([
    { ...steady, occurredAt: before, cost: '10' },
    { ...steady, cost: '4', durationMs: 1500 },
    { ...steady, cost: '2', durationMs: 125_000 },
    { ...steady, sessionKey: 'two', cost: '4', durationMs: 800 },
    { ...call, agentKey: 'fallen', sessionKey: 'three', cost: '20', durationMs: 90_000 },
    { ...call, agentKey: 'fallen', occurredAt: before, sessionKey: 'three', cost: '20' },
  ]);
});
const week = { zone: 'UTC', window: 'custom', from: '2026-06-08', to: '2026-06-15' };

test('the largest fall of the margin comes first after one click, with ratios to the whole', async () => {
  const { page, problems } = await changed.visit();
  await open(page, { path: addressOf({ ...week, measures: ['margin', 'cost'] }) });
  const table = page.getByRole('table', { name: 'Answer' });
  const namesOf = async () => (await shownRows(page)).map(({ names }) => names[0]);
  await expect.poll(namesOf).toEqual(['steady', 'risen', 'fallen', 'small', 'Total']);
  const head = page.getByRole('columnheader', { name: 'Change of Margin' });
  await head.getByRole('button').click();
  await expect.poll(namesOf).toEqual(['fallen', 'small', 'steady', 'risen', 'Total']);
  await settled(page);
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  const margins = table.locator('tr > [data-change]:nth-child(3)');
  expect(await margins.allTextContents()).toEqual([
    '-$400.00',
    '-$30.00',
    'No change',
    '+$290.00',
    '-$140.00',
  ]);
  expect(await margins.first().getAttribute('title')).toBe('-$400.00 vs the compared period');
  // The measure that rows are not ordered by has a percentage.
  const costs = table.locator('tr > [data-change]:nth-child(5)');
  expect(await costs.allTextContents()).toEqual([
    'No change',
    'No change',
    'No change',
    'No change',
    'No change',
  ]);
  const heading = page.getByRole('heading', { level: 2, name: 'Margin by agent' });
  await heading.waitFor();

  await page.getByRole('checkbox', { name: 'Ratio to the whole' }).click();
  const ratios = table.locator('tbody tr:first-child [data-ratio]');
  // 80 of 1,390, and 20 of 30.
  await expect.poll(() => ratios.allTextContents()).toEqual(['5.8%', '66.7%']);
  await bringAxe(page);
  expect(await faultsOf(page, 'explore by change')).toEqual([]);

  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(namesOf).toEqual(['risen', 'steady', 'small', 'fallen', 'Total']);
  expect(problems).toEqual([]);
});

test('groups are those that meet a condition, which is saved in views and cleared with one click', async () => {
  const { api } = changed.current;
  const { page, problems } = await changed.visit();
  await open(page, { path: addressOf({ ...week, measures: ['margin', 'cost'], order: 'margin' }) });
  const rowsOf = async () => (await shownRows(page)).map(({ names, figures }) => [names[0], figures[0]]);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Comparison of the condition' }).click();
  await page.getByRole('option', { name: 'is less than' }).click();
  const value = page.getByRole('textbox', { name: 'Value of the condition' });
  await value.fill('many');
  await page.getByText('Enter a number, e.g. 100.').waitFor();
  expect((await rowsOf()).length).toBe(5);
  await value.fill('100');
  const low = [
    ['fallen', '80'],
    ['small', '20'],
    ['Total', '1390'],
  ];
  await expect.poll(rowsOf).toEqual(low);
  await page.getByText('Only where Margin is less than $100.00').waitFor();
  await page.getByText('The total counts all groups').waitFor();
  const shared = page.url();

  await page.getByRole('button', { name: 'Save view' }).click();
  await nameView(page, 'Low margins', 'Save');
  await headingOf(page, 'Low margins');
  const { view } = await api.reports.get.query({ name: 'Low margins' });
  expect(view?.question.by?.groups).toMatchObject({ having: { measure: 'margin', lt: '100' } });
  for (const address of [shared, '/explore?view=Low+margins']) {
    await page.goto(address);
    await expect.poll(rowsOf, { message: address }).toEqual(low);
  }

  await value.fill('-5');
  await page.getByText('No agent meets the condition').waitFor();
  await page.getByText('Only where Margin is less than -$5.00').waitFor();
  await bringAxe(page);
  expect(await faultsOf(page, 'explore without groups')).toEqual([]);
  await page.getByRole('button', { name: 'Clear condition' }).click();
  await expect.poll(async () => (await rowsOf()).length).toBe(5);
  await page.getByRole('button', { name: 'Add condition' }).waitFor();

  const condition = { having: { measure: 'cost', is: 'gte', value: '20' } };
  await page.goto(addressOf({ ...week, measures: ['cost'], ...condition }));
  await expect.poll(async () => (await shownRows(page)).length).toBe(2);
  await page.getByRole('button', { name: 'Clear the condition on groups' }).press('Enter');
  await expect.poll(async () => (await shownRows(page)).length).toBe(3);
  await api.reports.delete.mutate({ name: 'Low margins' });
  expect(problems).toEqual([]);
});

test('a spread has its figures for the whole and each group, and orders the groups', async () => {
  const { page, problems } = await changed.visit();
  await open(page, { path: addressOf({ ...week, measures: ['cost', 'revenue'] }) });
  await page.getByRole('combobox', { name: 'Spread', exact: true }).click();
  await page.getByRole('option', { name: 'Cost' }).click();
  const table = page.getByRole('table', { name: 'Cost per session' });
  await table.waitFor();
  await settled(page);
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Agent',
    ...['Count', 'Min', 'Median', 'Mean', 'P90', 'P95', 'P99', 'Max'],
  ]);
  const rowsOf = (which: typeof table) =>
    which
      .locator(':is(tbody, tfoot) tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
  const nothing = Array(8).fill('–');
  const fallen = ['fallen', '1', ...Array(7).fill('$20.00')];
  const steady = ['steady', '2', '$4.00', '$4.00', '$5.00', '$6.00', '$6.00', '$6.00', '$6.00'];
  const total = ['Total', '3', '$4.00', '$6.00', '$10.00', '$20.00', '$20.00', '$20.00', '$20.00'];
  expect(await rowsOf(table)).toEqual([fallen, steady, ['risen', ...nothing], ['small', ...nothing], total]);
  await table.getByRole('columnheader', { name: 'Count' }).getByRole('button').click();
  await expect.poll(async () => (await rowsOf(table))[0]).toEqual(steady);
  expect(new URL(page.url()).searchParams.get('order')).toBe('count');
  expect((await shownRows(page))[0]?.names).toEqual(['steady']);

  await page.getByRole('combobox', { name: 'Spread', exact: true }).click();
  await page.getByRole('option', { name: 'Duration' }).click();
  await page.getByRole('combobox', { name: 'Unit of the spread' }).click();
  await page.getByRole('option', { name: 'per record' }).click();
  const durations = page.getByRole('table', { name: 'Duration per record' });
  await expect
    .poll(async () => (await rowsOf(durations))[0])
    .toEqual([
      'steady',
      '3',
      '800 ms',
      '1.5 sec',
      ...['42.433 sec', '2 min 5 sec', '2 min 5 sec', '2 min 5 sec', '2 min 5 sec'],
    ]);
  const longest = durations.locator('tbody tr:first-child td:last-child');
  expect(await longest.getAttribute('title')).toBe('125 sec');
  await settled(page);
  await bringAxe(page);
  expect(await faultsOf(page, 'explore with a spread')).toEqual([]);

  await page.goto(
    addressOf({
      ...week,
      measures: ['cost'],
      by: [{ dimension: 'source' }],
      spread: { of: 'tokens', per: 'record' },
    }),
  );
  const tokens = page.getByRole('region', { name: 'Tokens per record' });
  await tokens.getByText('No data in this period.').waitFor();
  expect(problems).toEqual([]);
});

/** Fills in the dialog that names a view. */
/** Waits for the heading of a page, and until no dialog is before it. */
async function headingOf(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function nameView(page: Page, name: string, done: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: done, exact: true }).click();
}

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
      const isName = ({ dataset }: HTMLElement) =>
        [dataset.figure, dataset.change, dataset.ratio].every((value) => value === undefined);
      return {
        names: cells.filter(isName).map((cell) => (cell.textContent ?? '').trim()),
        figures: cells.filter(isFigure).map((cell) => cell.dataset.figure ?? ''),
      };
    });
  });
}
