import { describe, expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useOwnDashboard } from '../browser/support/dashboard.ts';
import { signUp } from '../browser/support/visitor.ts';

const production = { NODE_ENV: 'production', SESSION_SECRET: 'for this test alone, and long enough' };

describe.each([
  ['in production', production, 0],
  ['in development', { NODE_ENV: 'development' }, 1],
])('%s', (_, env, links) => {
  const dashboard = useOwnDashboard(env);

  browserTest('pages link to GraphiQL where it is served', async () => {
    const visitor = await dashboard.visit();
    const { page, problems } = visitor;
    await signUp(visitor);
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
