import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { apiOf, mintKey, signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();

browserTest('the fields above a list show what it is filtered by, wherever that comes from', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  const api = apiOf(dashboard.url, await mintKey(visitor));
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'scout', sessionKey: 's-1' });
  const filters = page.getByRole('search', { name: 'Filters' });
  const shown = () =>
    Promise.all(['Type', 'Session'].map((name) => filters.getByLabel(name, { exact: true }).inputValue()));

  await page.goto('/records/events?type=llm.call');
  await expect.poll(shown).toEqual(['llm.call', '']);
  await page.getByRole('button', { name: /^Details of/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 's-1' }).click();
  await expect.poll(shown).toEqual(['', 's-1']);
  await page.goBack();
  await expect.poll(shown).toEqual(['llm.call', '']);
  await page.goForward();
  await expect.poll(shown).toEqual(['', 's-1']);

  // What is typed stays as it is, also spaces that do not count.
  await filters.getByLabel('Type').pressSequentially('llm ');
  await page.waitForURL(/[?&]type=llm(&|$)/);
  expect(await shown()).toEqual(['llm ', 's-1']);
  await filters.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL(/\/records\/events$/);
  expect(await shown()).toEqual(['', '']);
  expect(problems).toEqual([]);
});
