// @module-tag Chromium
import { describe, expect, test } from 'vitest';
import { minimal } from '../support/drivers/samples.ts';
import { createAccount } from './support/account.ts';
import { useDashboard, useOwnDashboard } from './support/dashboard.ts';
import { open } from './support/settled.ts';

const inProduction = { NODE_ENV: 'production', SESSION_SECRET: 'for this test alone, and long enough' };

describe.each([
  ['production', () => useOwnDashboard(inProduction), 0],
  ['development', useDashboard, 1],
])('in %s', (_, use, links) => {
  const dashboard = use();

  test('pages link to GraphiQL only where it is served', async () => {
    const { session } = await createAccount(dashboard.url);
    const { page, problems } = await dashboard.visit(session);
    await open(page, { path: '/' });
    const answer = await page.request.get('/graphql', { headers: { accept: 'text/html' } });
    expect(answer.status()).toBe(links ? 200 : 406);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.getByRole('link', { name: 'API documentation' }).waitFor();
    expect(await navigation.getByRole('link', { name: 'GraphiQL' }).count()).toBe(links);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'API documentation' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'GraphiQL' }).count()).toBe(links);
    expect(problems).toEqual([]);
  });
});

const shared = useDashboard();

test('a signed-in user runs a query in GraphiQL', async () => {
  const { session, api } = await createAccount(shared.url);
  await api.revenues.record.mutate({ ...minimal, agentKey: 'found-by-graphiql' });
  const { page, problems } = await shared.visit(session);
  await page.goto('/graphql');
  await page.getByRole('button', { name: /execute/i }).click();
  await page.getByText('found-by-graphiql').waitFor();
  expect(problems).toEqual([]);
});
