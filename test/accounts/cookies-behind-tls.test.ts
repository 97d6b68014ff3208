import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';

const origin = 'https://outturn.example';

/** The warnings in the log that name the setting. */
function warningsIn(output: string): { level: number; msg: string; path?: string; sent?: string }[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{') && line.includes('PUBLIC_URL'));
  return lines.map((line) => JSON.parse(line));
}

describe('production behind TLS without PUBLIC_URL', () => {
  const gateway = useOwnGateway({
    NODE_ENV: 'production',
    SESSION_SECRET: 'of a server behind TLS that does not know it',
    TRUST_PROXY: '0',
  });
  const explained = (sent: string) =>
    `PUBLIC_URL is not set, so this server takes its own address to be ${gateway.url}, but the browser sent ${sent}. Set PUBLIC_URL to the address at which people open the dashboard.`;

  test('a refused origin is explained to the caller, and in the log once a minute for each origin', async () => {
    const browser = await signedUp(gateway.url);
    const path = '/api/auth/sign-in/email';
    const body = { email: newEmail(), password: 'correct horse' };
    const { text, status } = await browser.send(path, { body, headers: { origin } });
    expect([status, JSON.parse(text)]).toEqual([403, { code: 'INVALID_ORIGIN', message: explained(origin) }]);

    const terminal = 'https://\u009b2J.example';
    const call = (headers: Record<string, string>) =>
      browser.send('/trpc/account.claim', {
        body: { token: 'x' },
        headers: { origin: terminal, ...headers },
      });
    expect(JSON.parse((await call({ 'x-outturn-csrf': '1' })).text).error.message).toBe(explained(terminal));
    // A page of another site cannot send the header, so the refusal is not a wrong setting.
    expect(JSON.parse((await call({})).text).error.message).toContain('must come from a page of this server');
    expect(
      JSON.parse((await call({ origin: gateway.url, 'x-outturn-csrf': '1' })).text).error.message,
    ).toContain('claim link');
    const atStart = { level: 40, msg: expect.stringContaining('session cookies are not Secure') };
    const warning = { level: 40, path, sent: origin, own: gateway.url, msg: explained(origin) };
    const forged = { sent: terminal, path: '/trpc/account.claim', msg: explained(terminal) };
    await expect.poll(() => warningsIn(gateway.output())).toMatchObject([atStart, warning, forged]);
  });

  test('a foreign host name that resolves to this machine is not an own origin', async () => {
    const { port } = new URL(gateway.url);
    const message = await new Promise<string>((resolve, reject) => {
      const host = `evil.example:${port}`;
      const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
      request(`${gateway.url}/api/auth/sign-up/email`, { method: 'POST', headers }, (answer) => {
        text(answer).then((body) => resolve(JSON.parse(body).message), reject);
      })
        .on('error', reject)
        .end(JSON.stringify({ email: newEmail(), password: 'correct horse', name: 'Eve' }));
    });
    expect(message).toContain(`takes its own address to be http://localhost:${port}, but the browser sent`);
  });
});

describe.each([origin, 'HTTPS://Outturn.Example:443/'])('behind TLS (%s)', (PUBLIC_URL) => {
  const gateway = useOwnGateway({ PUBLIC_URL });
  let browser: Browser;
  let answer: Answer;
  let session: string;
  beforeAll(async () => {
    browser = new Browser(gateway.url);
    const body = { email: newEmail(), password: 'correct horse', name: 'Ada' };
    answer = await browser.send('/api/auth/sign-up/email', { body, headers: { origin } });
    session = browser.cookie;
  });

  test('the cookie is Secure, pages say so, and only the public origin signs in', async () => {
    const refused = await new Browser(gateway.url).signUp();
    expect(refused.status).toBe(403);
    const message = `PUBLIC_URL is ${origin}, but the browser sent ${gateway.url}. Open the dashboard at ${origin}, or set PUBLIC_URL to the address at which people open it.`;
    expect(JSON.parse(refused.text)).toEqual({ code: 'INVALID_ORIGIN', message });
    await expect.poll(() => warningsIn(gateway.output())).toMatchObject([{ msg: message }]);
    expect(answer.status).toBe(200);
    expect(browser.received).toEqual([
      expect.stringMatching(/^__Host-outturn\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000');
    expect((await browser.send('/trpc/account.get', { headers: { origin } })).status).toBe(200);
    const [[name = '', value = ''] = []] = browser.cookies;
    // Without TLS, anybody on the network path could have set this cookie.
    browser.cookies.clear();
    browser.cookies.set(name.replace('__Host-', ''), value);
    expect((await browser.send('/trpc/account.get', { headers: { origin } })).status).toBe(401);
  });

  // Browsers send the older cookie first.
  test.each([
    ['a cookie from before the server had TLS', () => 'outturn.session_token=old.c2lnbmVk'],
    ['its own cookie without the prefix of TLS', () => session.replace('__Host-', '')],
    ['a cookie of its name that we did not sign', () => '__Host-outturn.session_token=old.c2lnbmVk'],
    ['a cookie that cannot be read', () => '__Host-outturn.session_token=%ff'],
    ['a cookie without a value', () => '__Host-outturn.session_token'],
  ])('the session holds beside %s, which is refused alone', async (_, other) => {
    const statusWith = async (cookie: string) =>
      (await send(`${gateway.url}/trpc/account.get`, { headers: { cookie, origin } })).status;
    expect(await statusWith(`${other()}; ${session}`)).toBe(200);
    expect(await statusWith(`${session}; ${other()}`)).toBe(200);
    expect(await statusWith(other())).toBe(401);
  });
});
