import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Browser, newEmail } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

const origin = 'https://outturn.example';

let gateway: Gateway;
let session: string;
beforeAll(async () => {
  gateway = await startGateway(inject('databaseUrl'), { ...behindProxy, PUBLIC_URL: origin });
  const browser = new Browser(gateway.url);
  const body = { email: newEmail(), password: 'correct horse', name: 'Ada' };
  await browser.send('/api/auth/sign-up/email', { body, headers: { origin } });
  session = browser.cookie;
});
afterAll(() => gateway?.stop());

// Whoever had been signed in before the server had TLS signed in, and was refused all else for a week: browsers send the older
// cookie first.
test.each([
  ['of before the server had TLS', () => 'outturn.session_token=old.c2lnbmVk'],
  ['of before the server had TLS, as good as the one that counts', () => session.replace('__Secure-', '')],
  ['of the same name that we did not sign', () => '__Secure-outturn.session_token=old.c2lnbmVk'],
  ['that cannot be read', () => '__Secure-outturn.session_token=%ff'],
  ['without a value', () => '__Secure-outturn.session_token'],
])('a cookie %s takes nothing from the session', async (_, other) => {
  const statusWith = async (cookie: string) =>
    (await send(`${gateway.url}/trpc/account.get`, { headers: { cookie, origin } })).status;
  expect(await statusWith(`${other()}; ${session}`)).toBe(200);
  expect(await statusWith(`${session}; ${other()}`)).toBe(200);
  expect(await statusWith(other())).toBe(401);
});
