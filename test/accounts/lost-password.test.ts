import { listApiKeys, resetPassword } from '@outturn/service';
import { expect, inject, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { runTold } from '../support/load/run-outturn.ts';
import { runInside } from '../support/run-inside.ts';

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

  const reset = await runTold(inject('databaseUrl'), 'accounts', 'reset-password', email.toUpperCase());
  expect(reset).toEqual({
    code: 0,
    output: expect.stringMatching(/^New password: [\w-]{24}\n$/),
    errors: 'The account has no active API keys.\n',
    events: [],
  });
  const password = reset.output.trim().replace('New password: ', '');

  expect(await Promise.all([browser, elsewhere, other].map(isSignedIn))).toEqual([false, false, true]);
  expect((await browser.signIn(email)).status).toBe(401);
  expect((await browser.signIn(email, password)).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);

  const body = { currentPassword: password, newPassword: 'battery staple' };
  expect((await browser.send('/api/auth/change-password', { body })).status).toBe(200);
  expect((await new Browser(url).signIn(email, 'battery staple')).status).toBe(200);

  const again = await runInside(inject('databaseUrl'), 'accounts', 'reset-password', email);
  expect(again.output).not.toBe(reset.output);
});

test('resetting the password of an unknown email is an error', async () => {
  expect(await runInside(inject('databaseUrl'), 'accounts', 'reset-password', 'nobody@example.com')).toEqual({
    code: 1,
    output: '',
    errors: 'There is no account "nobody@example.com". See: outturn developers list\n',
  });
});

test('a reset lists the keys of the account, and revokes them on request', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const make = () => browser.trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'] });
  const [first, second, revoked] = [await make(), await make(), await make()];
  await browser.trpc.apiKeys.revoke.mutate({ id: revoked.id });
  const works = async ({ token }: { token: string }) =>
    (await connectRest(gateway.url, token).list()).ok === true;
  const reset = (...args: string[]) =>
    runInside(inject('databaseUrl'), 'accounts', 'reset-password', email, ...args);

  expect((await reset()).errors).toBe(
    `The account has 2 active API keys, which still work. To revoke them: outturn accounts reset-password "${email}" --revoke-keys\n`,
  );
  expect(await Promise.all([first, second].map(works))).toEqual([true, true]);
  expect(await reset('--revoke-keys')).toEqual({
    code: 0,
    output: expect.stringMatching(/^New password: [\w-]{24}\n$/),
    errors: 'Revoked 2 active API keys of the account.\n',
  });
  await expect.poll(() => Promise.all([first, second].map(works))).toEqual([false, false]);
  expect((await reset('--revoke-keys')).errors).toBe('Revoked no active API keys of the account.\n');
});

test('a session that makes keys while the password is reset leaves no key that works', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const database = await testDatabase();
  let isOver = false;
  const keys: string[] = [];
  const make = async () => {
    while (!isOver)
      await browser.trpc.apiKeys.create
        .mutate({ name: 'CI', scopes: ['revenues:read'] })
        .then(({ id }) => keys.push(id))
        .catch(() => {
          isOver = true;
        });
  };
  const making = Array.from({ length: 8 }, make);
  await expect.poll(() => keys.length).toBeGreaterThan(8);
  await resetPassword(database, { email, revokesKeys: true });
  await Promise.all(making);
  const working = (await listApiKeys(database, email)).filter(({ revokedAt }) => revokedAt === null);
  expect(working).toEqual([]);
});
