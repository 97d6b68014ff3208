// @module-tag Chromium
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { offerDeveloper, testDatabase } from '../support/developers.ts';
import { headersOf } from '../support/drivers/http.ts';
import { copied } from './support/copied.ts';
import { useAccount, useDashboard, useOwnDashboard } from './support/dashboard.ts';
import { PASSWORD } from './support/visitor.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);
const byInvitation = useOwnDashboard({ SIGN_UP: 'invite' });

test('signing in never redirects to another site', async () => {
  const { page, problems } = await dashboard.visit();
  await page.goto(`/sign-in?to=${encodeURIComponent('https://evil.example/')}`);
  expect(await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/sign-up');
  await page.getByLabel('Email').fill(account.current.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/`);
  expect(problems).toEqual([]);
});

test('a page at an address that the server does not know names the setting to change', async () => {
  // As behind a proxy whose headers contradict the browser's address.
  const extraHTTPHeaders = headersOf({ headers: { 'x-forwarded-proto': 'https' } });
  const { page } = await dashboard.visit({ extraHTTPHeaders });
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(account.current.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const own = dashboard.url.replace('http:', 'https:');
  expect(await page.getByRole('main').getByRole('alert').textContent()).toBe(
    `PUBLIC_URL is not set, so this server takes its own address to be ${own}, but the browser sent ${dashboard.url}. Set PUBLIC_URL to the address at which people open the dashboard.`,
  );
});

test('the forms redirect a signed-in visitor to the page in the URL', async () => {
  const { page, problems } = await account.visit();
  const views = encodeURIComponent('/views');
  const explore = encodeURIComponent('/explore?every="day"');
  const elsewhere = encodeURIComponent('//evil.example/');
  for (const path of ['/sign-in', '/sign-up']) {
    for (const [search, heading, address] of [
      ['', 'Overview', /\/$/],
      [`?to=${views}`, 'Views', /\/views$/],
      [`?to=${explore}`, 'Explore', /\/explore\?.*every=.*day/],
      [`?to=${elsewhere}`, 'Overview', /\/$/],
    ] as const) {
      await page.goto(`${path}${search}`);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect(page.url().startsWith(`${dashboard.url}/`)).toBe(true);
      expect(page.url()).toMatch(address);
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    }
  }
  expect(problems).toEqual([]);
});

test('a signed-out visitor gets the form, and both forms keep the target page', async () => {
  const { page } = await dashboard.visit(account.current.session);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().clearCookies();
  await page.goto('/views');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/views');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/views');
});

test('a forgotten password is reset by a command that the sign-in page shows', async () => {
  const { page, problems } = await dashboard.visit();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByText('Outturn sends no email.').waitFor();
  const command = page.getByLabel('Command for the operator', { exact: true });
  expect(await command.textContent()).toBe('outturn accounts reset-password EMAIL');
  const { email } = account.current;
  // An email with characters that are special in a shell stays out of the command.
  for (const [typed, named] of [
    ['a;b@example.com', 'EMAIL'],
    [email, email],
  ] as const) {
    await page.getByLabel('Email').fill(typed);
    await expect.poll(() => command.textContent()).toBe(`outturn accounts reset-password ${named}`);
  }
  const button = page.getByRole('button', { name: 'Copy: Command for the operator' });
  expect(await copied(page, button)).toBe(await command.textContent());
  expect(problems).toEqual([]);
});

test('without a claim link the forms say how to get an account', async () => {
  const { page, problems } = await byInvitation.visit();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'How to get an account' }).click();
  await page.getByText('Sign-up needs a claim link.').waitFor();
  expect(await page.getByText('outturn developers claim NAME').count()).toBe(1);
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);

  // A server with another setting would make no other difference to the page.
  await page.route('**/api/auth/sign-up', (route) => route.fulfill({ json: { mode: 'closed' } }));
  await page.goto(`/claim?token=some`);
  await page.getByText('Sign-up is closed.').waitFor();
  expect(await page.getByText('outturn accounts create EMAIL').count()).toBe(1);
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'How to get an account' }).waitFor();
  expect(problems).toEqual([]);
});

const notValid = 'This claim link is not valid, or it was used before.';

test('an invited visitor gets the form, and a link that does not work is reported', async () => {
  const { page, email, problems } = await byInvitation.visit();
  const signUpWith = async (token: string) => {
    await page.goto(`/claim?token=${token}`);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await page.goto('/claim?token=wrong');
  await page.getByText(notValid).waitFor();
  expect(await page.getByLabel('Email').count()).toBe(0);
  const token = await offerDeveloper(await testDatabase(), `invited ${email}`);
  await signUpWith(token);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  // The used link says so at once, to its owner and to others.
  await page.goto(`/claim?token=${token}`);
  await page.getByText(notValid).waitFor();
  expect(await page.getByRole('button', { name: 'Claim installation' }).count()).toBe(0);
  const other = await byInvitation.visit();
  await other.page.goto(`/claim?token=${token}`);
  await other.page.getByText(notValid).waitFor();
  expect(await other.page.getByLabel('Email').count()).toBe(0);
  await page.goto('/settings/account');
  await page.getByText(email).first().waitFor();
  expect(problems).toEqual([]);
});

/** Headers of a client with an address of its own. */
const addressOf = () => ({ 'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(256)}` });

test('too many wrong passwords are reported with the time to wait', async () => {
  const email = newEmail();
  await signedUp(dashboard.url, email);
  const guess = () => new Browser(dashboard.url).signIn(email, 'a wrong horse');
  await Promise.all(Array.from({ length: 5 }, guess));
  const { page } = await dashboard.visit();
  await page.goto('/sign-in?to=%2Fsettings%2Faccount');
  const signIn = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.getByLabel('Email').fill(email);
  const isNoticed = Promise.withResolvers<void>();
  await page.route(
    '**/api/auth/sign-in/email',
    async (route) => {
      await isNoticed.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await signIn('a wrong horse');
  await page
    .getByText('Still checking. After too many wrong passwords, a check waits for up to 30 seconds.')
    .waitFor();
  isNoticed.resolve();
  await page
    .getByRole('alert')
    .getByText(
      'Invalid email or password. Too many wrong passwords: the next attempt is checked after 2 seconds.',
    )
    .waitFor();
  await page.getByText('Still checking.').waitFor({ state: 'detached' });
  await signIn('correct horse');
  await page.getByLabel('Current password').waitFor();

  // The same where a password is changed; the right one has reset the count.
  await Promise.all(Array.from({ length: 5 }, guess));
  await page.getByLabel('Current password').fill('a wrong horse');
  await page.getByLabel('New password').fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page
    .getByRole('alert')
    .getByText(
      'The current password is incorrect. Too many wrong passwords: the next attempt is checked after 2 seconds.',
    )
    .waitFor();
});

test('too many attempts and too many accounts of an address are reported with the time to wait', async () => {
  const address = addressOf();
  const { page } = await dashboard.visit({ extraHTTPHeaders: address });
  for (let made = 0; made < 5; made++) {
    const { status } = await new Browser(dashboard.url).send('/api/auth/sign-up/email', {
      body: { email: newEmail(), password: PASSWORD, name: 'Ada' },
      headers: address,
    });
    expect(status).toBe(200);
  }
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page
    .getByRole('alert')
    .getByText(/^An address can create at most 5 accounts an hour\. Try again in \d+ minutes?\.$/)
    .waitFor();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(account.current.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // As many as a minute allows, whichever minute has begun since.
  await Promise.all(
    Array.from({ length: 20 }, () =>
      new Browser(dashboard.url).send('/api/auth/change-password', { body: {}, headers: address }),
    ),
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('alert')
    .getByText(/^Too many attempts from your network\. Try again after \d+ seconds?\.$/)
    .waitFor();
});
