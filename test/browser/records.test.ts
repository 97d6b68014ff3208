// @module-tag Chromium
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const COUNT = 60;
/** The time of each record, in another order than that of recording, as in an import. */
const minutes = Array.from({ length: COUNT }, (_, index) => (index * 7) % COUNT);
const upwards = Array.from({ length: COUNT }, (_, index) => index);

test('records are listed and saved in the order of their own time, or of their arrival', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const times = minutes.map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString());
  await api.revenues.recordBatch.mutate(
    times.map((recordedAt, index) => ({ amount: `${minutes[index]}.5`, recordedAt, agentKey: 'importer' })),
  );
  await api.events.recordBatch.mutate(
    times.map((occurredAt, index) => ({ type: 'call', name: `call-${minutes[index]}`, occurredAt })),
  );
  const order = page.getByRole('combobox', { name: 'Sort by' });
  /** The minutes on the first page and the second. */
  const shown = async (table: string, pattern: RegExp) => {
    const cells = page.getByRole('table', { name: table }).getByRole('cell').filter({ hasText: pattern });
    await expect.poll(() => cells.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => cells.count()).toBe(COUNT);
    return (await cells.allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]));
  };
  const amounts = () => shown('Revenues', /^\$\d+\.50$/);
  const choose = async (label: string) => {
    await order.click();
    await page.getByRole('option', { name: label }).click();
  };

  await page.goto('/records/revenues');
  expect(await amounts()).toEqual(upwards.toReversed());
  expect(new URL(page.url()).search).toBe('');
  await choose('Recorded at, oldest first');
  await page.waitForURL(/sort=time/);
  expect(await amounts()).toEqual(upwards);
  await choose('Received, oldest first');
  await page.waitForURL(/sort=id/);
  expect(await amounts()).toEqual(minutes);
  await choose('Received, newest first');
  await page.waitForURL(/sort=-id/);

  // The order stays with filters and in the URL.
  await page.getByRole('search').getByLabel('Agent', { exact: true }).fill('importer');
  await page.keyboard.press('Enter');
  await page.waitForURL(/agentKey=importer/);
  await page.reload();
  expect(await order.inputValue()).toBe('Received, newest first');
  expect(await amounts()).toEqual(minutes.toReversed());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [, ...lines] = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
  expect(lines.map((line) => Number(/,(\d+)\.5\d*,/.exec(line)?.[1]))).toEqual(minutes.toReversed());
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL((url) => url.search === '?sort=-id');
  await choose('Recorded at, newest first');
  await page.waitForURL((url) => url.search === '');

  // Each kind names its time; an unknown order is ignored.
  await page.goto('/records/events?sort=time');
  await expect.poll(() => order.inputValue()).toBe('Occurred at, oldest first');
  expect(await shown('Events', /^call-/)).toEqual(upwards);
  await page.goto('/records/events?sort=nonsense');
  expect(await shown('Events', /^call-/)).toEqual(upwards.toReversed());
  expect(problems).toEqual([]);
});

test('records are filtered, paged, opened, and saved as CSV', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const revenues = Array.from({ length: 120 }, (_, index) => ({
    amount: `${index}.123456789`,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    agentKey: index % 2 ? 'odd' : 'even',
    description: 'has "quotes", commas',
  }));
  await api.revenues.recordBatch.mutate(revenues);
  await page.goto('/records/revenues');
  const rows = page.getByRole('table', { name: 'Revenues' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByRole('search').getByLabel('Agent', { exact: true }).fill('odd');
  await page.keyboard.press('Enter');
  await page.waitForURL(/agentKey=odd/);
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(60);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = (await buffer(await (await downloading).createReadStream())).toString();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(61);
  expect(csv).toContain('119.123456789');
  expect(csv).toContain('"has ""quotes"", commas"');

  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .press('Enter');
  const details = page.getByRole('dialog');
  await details.getByText('$119.123456789').waitFor();
  await details.getByRole('link', { name: 'odd' }).click();
  await page.getByRole('heading', { level: 1, name: 'odd' }).waitFor();
  expect(problems).toEqual([]);
});

test('an empty list distinguishes no records at all from none that match the filters', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/records/revenues');
  await page.getByText('No revenues yet').waitFor();
  for (const filter of ['agentKey=nobody', 'window=7d', 'status=voided']) {
    await page.goto(`/records/revenues?${filter}`);
    await page.getByText('No matching revenues').waitFor();
  }
  // A filter of another kind and an order do not count as filters.
  await page.goto('/records/revenues?goalKey=lead&sort=time');
  await page.getByText('No revenues yet').waitFor();

  await api.goals.record.mutate({ goalKey: 'lead', agentKey: 'scout' });
  await page.goto('/agents/scout');
  await page.getByText('No revenues in this period').waitFor();
  expect(problems).toEqual([]);
});

test('the fields above a list show its filters after links, Back and typing', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'scout', sessionKey: 's-1' });
  const filters = page.getByRole('search', { name: 'Filters' });
  const shown = () =>
    Promise.all(['Type', 'Session'].map((name) => filters.getByLabel(name, { exact: true }).inputValue()));

  await page.goto('/records/events?type=llm.call');
  await expect.poll(shown).toEqual(['llm.call', '']);
  await page.getByRole('button', { name: /^Details of/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 's-1' }).click();
  await page.getByRole('heading', { level: 1, name: 's-1' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(shown).toEqual(['llm.call', '']);
  await filters.getByLabel('Session').fill('s-1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sessionKey=s-1/);

  // Text stays as typed, including a space at its end.
  await filters.getByLabel('Type').fill('llm ');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]type=llm(&|$)/);
  expect(await shown()).toEqual(['llm ', 's-1']);
  await filters.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL(/\/records\/events$/);
  expect(await shown()).toEqual(['', '']);
  expect(problems).toEqual([]);
});

test('a half-typed key leaves the list behind its suggestions as it is', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.events.recordBatch.mutate(['scout-1', 'scout-2'].map((agentKey) => ({ type: 'call', agentKey })));
  await page.goto('/records/events');
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).search));
  const agent = page.getByRole('search').getByLabel('Agent', { exact: true });

  await agent.pressSequentially('sco');
  await page.getByRole('option', { name: 'scout-2' }).waitFor();
  // Longer than a plain field takes to count.
  await page.waitForTimeout(600);
  expect(visited).toEqual([]);
  expect(await rows.count()).toBe(2);
  await page.getByRole('option', { name: 'scout-2' }).click();
  await page.waitForURL(/agentKey=scout-2/);
  await expect.poll(() => rows.count()).toBe(1);

  // What nothing suggests counts with Enter, and on leaving the field.
  await agent.fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('No matching events').waitFor();
  await agent.fill('scout-1');
  await page.keyboard.press('Tab');
  await page.waitForURL(/agentKey=scout-1/);
  await expect.poll(() => rows.count()).toBe(1);
  await agent.fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(2);
  expect(visited).not.toContain('?agentKey=sco');
  expect(problems).toEqual([]);
});

test('filters, period and order stay from one kind of records to another', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.goals.recordBatch.mutate(['scout', 'other'].map((agentKey) => ({ goalKey: 'lead', agentKey })));
  await page.goto('/records/events?agentKey=scout&window=7d&sort=time&type=call');
  const filters = page.getByRole('search', { name: 'Filters' });
  await page.getByText('No matching events').waitFor();
  await page.getByRole('tab', { name: 'Goals' }).click();
  const rows = page.getByRole('table', { name: 'Goals' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await filters.getByLabel('Agent', { exact: true }).inputValue()).toBe('scout');
  expect(await page.getByRole('combobox', { name: 'Date range' }).inputValue()).toBe('Last 7 days');
  expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe(
    'Achieved at, oldest first',
  );
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect.poll(() => filters.getByLabel('Type', { exact: true }).inputValue()).toBe('call');
  // Clearing leaves no filter, not even one of another kind.
  await page.getByRole('tab', { name: 'Goals' }).click();
  await filters.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL(({ search }) => search === '?window=7d&sort=time');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await filters.getByRole('button', { name: 'Clear' }).isDisabled()).toBe(true);
  expect(problems).toEqual([]);
});

test('a row opens its details wherever it is clicked but on a link', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.events.record.mutate({ type: 'call', agentKey: 'ai' });
  await page.goto('/records/events');
  const link = page.getByRole('link', { name: 'ai', exact: true });
  const cell = page.getByRole('cell').filter({ has: link });
  await cell.click();
  await page.getByRole('dialog').getByText('Created', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'ai' }).waitFor();
  expect(problems).toEqual([]);
});

test('details of a record keep the list in place, and Back closes them', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.events.recordBatch.mutate(Array.from({ length: 40 }, (_, index) => ({ type: `step.${index}` })));
  await page.goto('/records/events');
  const details = page.getByRole('button', { name: /^Details of/ });
  const dialog = page.getByRole('dialog');
  const place = () => page.evaluate(() => window.scrollY);
  await details.nth(39).scrollIntoViewIfNeeded();
  const before = await place();
  expect(before).toBeGreaterThan(200);
  await details.nth(39).click();
  await dialog.getByText('Created', { exact: true }).waitFor();
  expect(await place()).toBe(before);
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/records/events');
  expect(await place()).toBe(before);
  await page.goForward();
  await dialog.getByText('Created', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await place()).toBe(before);
  expect(problems).toEqual([]);
});
