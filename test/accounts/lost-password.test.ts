import { expect, inject, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const gateway = useGateway();

const isSignedIn = async (browser: Browser) =>
  (await browser.send('/trpc/account.get', { headers: { 'x-outturn-csrf': '1' } })).status === 200;

test('an operator resets a lost password, which ends every session of the account', async () => {
  const { url } = gateway;
  const email = newEmail();
  const [browser, other] = [await signedUp(url, email), await signedUp(url)];
  const elsewhere = new Browser(url);
  await elsewhere.signIn(email);
  expect(await Promise.all([browser, elsewhere, other].map(isSignedIn))).toEqual([true, true, true]);

  const reset = await runOutturn(inject('databaseUrl'), 'accounts', 'reset-password', email.toUpperCase());
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

  const again = await runOutturn(inject('databaseUrl'), 'accounts', 'reset-password', email);
  expect(again.output).not.toBe(reset.output);
});

test('resetting the password of an unknown email is an error', async () => {
  expect(await runOutturn(inject('databaseUrl'), 'accounts', 'reset-password', 'nobody@example.com')).toEqual(
    {
      code: 1,
      output: '',
      errors: 'There is no account "nobody@example.com". See: outturn developers list\n',
    },
  );
});
