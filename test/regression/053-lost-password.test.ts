import { expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

const isSignedIn = async (browser: Browser) =>
  (await browser.send('/trpc/account.get', { headers: { 'x-outturn-csrf': '1' } })).status === 200;

// There was no way back into an account.
test('who has lost the password gets a new one, and every session of the account ends', async () => {
  const { url } = await gateways.start(store.url, { REDIS_URL: '' });
  const email = newEmail();
  const [browser, other] = [await signedUp(url, email), await signedUp(url)];
  const elsewhere = new Browser(url);
  await elsewhere.signIn(email);
  expect(await Promise.all([browser, elsewhere, other].map(isSignedIn))).toEqual([true, true, true]);

  const reset = await runOutturn(store.url, 'accounts', 'reset-password', email.toUpperCase());
  expect(reset).toEqual({
    code: 0,
    output: expect.stringMatching(/^New password: [\w-]{24}\n$/),
    errors: '',
  });
  const password = reset.output.trim().replace('New password: ', '');

  expect(await Promise.all([browser, elsewhere, other].map(isSignedIn))).toEqual([false, false, true]);
  expect((await browser.signIn(email)).status).toBe(401);
  expect((await browser.signIn(email, password)).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);

  const body = { currentPassword: password, newPassword: 'battery staple' };
  expect((await browser.send('/api/auth/change-password', { body })).status).toBe(200);
  expect((await new Browser(url).signIn(email, 'battery staple')).status).toBe(200);

  const again = await runOutturn(store.url, 'accounts', 'reset-password', email);
  expect(again.output).not.toBe(reset.output);
});

test('an email that nobody has signed up with is an error', async () => {
  expect(await runOutturn(store.url, 'accounts', 'reset-password', 'nobody@example.com')).toEqual({
    code: 1,
    output: '',
    errors: 'There is no account "nobody@example.com". See: outturn developers list\n',
  });
});
