// @module-tag Chromium
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasRequests } from '../support/python.ts';
import { shellEnvironment, useReaderHome } from '../support/reader-home.ts';
import { createAccount } from './support/account.ts';
import { bringAxe, faultsOf } from './support/axe.ts';
import { copied } from './support/copied.ts';
import { useDashboard } from './support/dashboard.ts';
import { settled } from './support/settled.ts';
import { apiOf, signUp } from './support/visitor.ts';

const dashboard = useDashboard();
const home = useReaderHome(['sdk']);
const run = promisify(execFile);

const languages = ['curl', 'TypeScript', 'Python'] as const;
type Language = (typeof languages)[number];

/** Runs an example as its reader would. */
async function runExample(language: Language, code: string): Promise<string | undefined> {
  const file = path.join(home.path, `${crypto.randomUUID()}.${language === 'Python' ? 'py' : 'ts'}`);
  await writeFile(file, code);
  const env = shellEnvironment(home.path);
  if (language === 'curl') return (await run('sh', ['-eu', '-c', code], { env })).stdout;
  if (language === 'TypeScript') return (await run(process.execPath, [file])).stdout;
  return hasRequests() ? (await run('python3', [file])).stdout : undefined;
}

/** The examples that a page shows, with the key in each. */
async function examplesOf(page: Page): Promise<Map<Language, string>> {
  const examples = new Map<Language, string>();
  for (const language of languages) {
    await page.getByRole('radiogroup', { name: 'Language' }).getByText(language).click();
    examples.set(language, (await page.getByLabel('Example call', { exact: true }).textContent()) ?? '');
    const button = page.getByRole('button', { name: 'Copy: Example call' });
    expect(await copied(page, button)).toBe(examples.get(language));
  }
  return examples;
}

const tokenShown = async (page: Page) =>
  (await page.getByLabel('API key', { exact: true }).textContent()) ?? '';
const figure = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).locator('[data-figure]').getAttribute('data-figure');

test('the empty overview makes a key, shows code that works, and becomes the dashboard with the first record', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  await page.getByRole('status').getByText('Waiting for the first record').waitFor();
  await page.getByText('npm start -- --demo').waitFor();
  expect(await page.getByRole('group', { name: 'Revenue', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Generate API Key' }).click();
  const token = await tokenShown(page);
  expect(token).toMatch(/^ot_live_\w{49}$/);
  expect(page.url()).toBe(`${dashboard.url}/`);
  const api = apiOf(dashboard.url, token);
  const examples = await examplesOf(page);
  for (const code of examples.values()) {
    expect(code).toContain(token);
    expect(code).toContain(dashboard.url);
  }

  await runExample('curl', examples.get('curl') ?? '');
  const first = page.getByRole('region', { name: 'First record' });
  await first.getByRole('status').getByText('Revenue: $99.90').waitFor();
  await page.getByLabel('Live feed').getByRole('link', { name: 'support-agent' }).waitFor();
  await expect.poll(() => figure(page, 'Revenue')).toBe('99.9');
  // The key stays until its reader has saved it.
  expect(await tokenShown(page)).toBe(token);
  await first.getByRole('button', { name: "I've saved it" }).click();
  await first.waitFor({ state: 'detached' });

  for (const language of [...languages, ...languages])
    await runExample(language, examples.get(language) ?? '');
  const { items } = await api.revenues.list.query({});
  // One record of each, as later runs replay the first.
  expect(items.map(({ amount, agentKey }) => [amount, agentKey])).toEqual(
    Array.from({ length: hasRequests() ? 3 : 2 }, () => ['99.90', 'support-agent']),
  );
  expect(problems).toEqual([]);
});

test('a key made on the overview survives a wrong click, and lost keys can be replaced by others', async () => {
  const { session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/');
  await page.getByText('its secret cannot be shown again').waitFor();
  await page.getByRole('button', { name: 'Generate API Key' }).click();
  const token = await tokenShown(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'Stay' }).press('Escape');
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await tokenShown(page)).toBe(token);
  // A choice on the page itself does not leave it.
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect.poll(() => page.url()).toContain('window=7d');
  expect(await tokenShown(page)).toBe(token);

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await page.getByRole('button', { name: 'Generate API Key' }).click();
  expect(await tokenShown(page)).not.toBe(token);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const names = page.getByRole('table', { name: 'API keys' }).locator('tbody tr td:first-child');
  await expect.poll(() => names.allTextContents()).toEqual(['Key 3', 'Key 2', 'Production']);
  expect(problems).toEqual([]);
});

test('the first record is shown also where live streams are blocked', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  // As behind a proxy that buffers streams.
  await page.route('**/trpc/records.live**', () => undefined);
  await page.goto('/');
  await page.getByText('Waiting for the first record').waitFor();
  await api.revenues.record.mutate({ amount: '41.50', recordedAt: new Date().toISOString() });
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('$41.50').waitFor();
  await expect.poll(() => figure(page, 'Revenue')).toBe('41.5');
  expect(problems).toEqual([]);
});

test('a page without data describes what it will show, and links to code that records it', {
  timeout: 120_000,
}, async () => {
  const { token, api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const faults: string[] = [];
  const seeFaults = async (name: string) => {
    await settled(page);
    await bringAxe(page);
    faults.push(...(await faultsOf(page, name)));
  };
  await page.goto('/');
  await page.getByText('Waiting for the first record').waitFor();
  await seeFaults('overview');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 860 });
  await seeFaults('overview, dark and narrow');
  for (const [from, title, kind] of [
    ['/explore', 'No matching data', 'Revenue'],
    ['/views', 'No views yet', 'Revenue'],
    ['/agents', 'No agents yet', 'Revenue'],
    ['/goal-types', 'No goal types yet', 'Goal'],
    ['/tools', 'No tools yet', 'Event'],
    ['/records/outcomes', 'No outcomes yet', 'Outcome'],
    ['/records/events', 'No events yet', 'Event'],
  ] as const) {
    await page.goto(from);
    await page.getByText(title).waitFor();
    if (from === '/records/outcomes') await seeFaults(from);
    await page.getByRole('link', { name: /^see how to/i }).click();
    const section = page.getByRole('region', { name: 'Record data' });
    await expect.poll(() => section.evaluate((region) => region === document.activeElement)).toBe(true);
    expect(await section.getByRole('radio', { name: kind, exact: true }).isChecked(), from).toBe(true);
  }
  await seeFaults('examples');
  expect(faults).toEqual([]);

  const examples: [Language, string][] = [];
  for (const kind of ['Revenue', 'Outcome', 'Goal', 'Event']) {
    await page.getByRole('radiogroup', { name: 'Kind of record' }).getByText(kind).click();
    examples.push(...(await examplesOf(page)));
  }
  await Promise.all(
    examples.map(([language, code]) => runExample(language, code.replaceAll('YOUR_API_KEY', token))),
  );
  for (const kind of ['revenues', 'outcomes', 'goals', 'events'] as const) {
    const { items } = await api[kind].list.query({});
    expect(items, kind).toHaveLength(hasRequests() ? 3 : 2);
  }
  expect(problems).toEqual([]);
});
