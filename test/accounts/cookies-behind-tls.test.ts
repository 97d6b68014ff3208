import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, newEmail } from '../support/browser.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';

const origin = 'https://outturn.example';
describe.each([origin, 'HTTPS://Outturn.Example:443/'])('behind TLS (%s)', (PUBLIC_URL) => {
  const gateway = useOwnGateway({ PUBLIC_URL });
  let browser: Browser;
  let signedUp: Answer;
  let session: string;
  beforeAll(async () => {
    browser = new Browser(gateway.url);
    const body = { email: newEmail(), password: 'correct horse', name: 'Ada' };
    signedUp = await browser.send('/api/auth/sign-up/email', { body, headers: { origin } });
    session = browser.cookie;
  });

  test('the cookie is for TLS alone, pages say so, and only the public origin signs in', async () => {
    expect((await new Browser(gateway.url).signUp()).status).toBe(403);
    expect(signedUp.status).toBe(200);
    expect(browser.received).toEqual([
      expect.stringMatching(/^__Secure-outturn\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(signedUp.headers.get('strict-transport-security')).toContain('max-age=63072000');
    expect((await browser.send('/trpc/account.get', { headers: { origin } })).status).toBe(200);
    const [[name = '', value = ''] = []] = browser.cookies;
    // Without TLS anybody on the way could have set it.
    browser.cookies.clear();
    browser.cookies.set(name.replace('__Secure-', ''), value);
    expect((await browser.send('/trpc/account.get', { headers: { origin } })).status).toBe(401);
  });

  // Browsers send the older cookie first.
  test.each([
    ['a cookie from before the server had TLS', () => 'outturn.session_token=old.c2lnbmVk'],
    ['its own cookie without the prefix of TLS', () => session.replace('__Secure-', '')],
    ['a cookie of its name that we did not sign', () => '__Secure-outturn.session_token=old.c2lnbmVk'],
    ['a cookie that cannot be read', () => '__Secure-outturn.session_token=%ff'],
    ['a cookie without a value', () => '__Secure-outturn.session_token'],
  ])('the session holds beside %s, which is refused alone', async (_, other) => {
    const statusWith = async (cookie: string) =>
      (await send(`${gateway.url}/trpc/account.get`, { headers: { cookie, origin } })).status;
    expect(await statusWith(`${other()}; ${session}`)).toBe(200);
    expect(await statusWith(`${session}; ${other()}`)).toBe(200);
    expect(await statusWith(other())).toBe(401);
  });
});
