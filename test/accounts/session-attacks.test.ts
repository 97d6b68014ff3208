import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, fromOurPage, newEmail, signedUp } from '../support/browser.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const evil = 'https://evil.example';

let victim: Browser;
beforeAll(async () => {
  victim = await signedUp(gateway.url);
});

const generateKey = { name: 'stolen', scopes: ['revenues:read'] };
const recordRevenue = JSON.stringify({
  query: 'mutation { recordRevenue(input: {amount: "1.00", recordedAt: "2024-01-15T10:30:00.000Z"}) { id } }',
});

/** A call that writes, as the victim's browser sends it on behalf of a page. */
async function write(path: '/trpc/apiKeys.create' | '/graphql', headers: Record<string, string>) {
  const body = path === '/graphql' ? recordRevenue : JSON.stringify(generateKey);
  const { text } = await send(`${gateway.url}${path}`, {
    body,
    headers: { cookie: victim.cookie, ...headers },
  });
  const { error, errors } = JSON.parse(text);
  return error?.data.error ?? errors?.[0].extensions.code ?? 'done';
}

describe.each(['/trpc/apiKeys.create', '/graphql'] as const)('a write to %s', (path) => {
  const csrf = { 'x-outturn-csrf': '1' };

  test('from an own page is carried out', async () => {
    expect(await write(path, fromOurPage)).toBe('done');
    expect(await write(path, { ...csrf, origin: gateway.url })).toBe('done');
  });

  test.each([
    [
      'without the header that only our pages can send',
      () => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' }),
    ],
    ['with another value of it', () => ({ origin: gateway.url, 'x-outturn-csrf': '0' })],
    ['from nowhere', () => csrf],
    ['from another origin', () => ({ ...csrf, origin: evil, 'sec-fetch-site': 'cross-site' })],
    [
      'from another origin that a browser says is ours',
      () => ({ ...csrf, origin: evil, 'sec-fetch-site': 'same-origin' }),
    ],
    ['from another host of our site', () => ({ ...csrf, 'sec-fetch-site': 'same-site' })],
    ['from a frame without an origin', () => ({ ...csrf, origin: 'null' })],
    [
      'from our host under another scheme',
      () => ({ ...csrf, origin: gateway.url.replace('http:', 'https:') }),
    ],
    ['from an origin that begins like ours', () => ({ ...csrf, origin: `${gateway.url}.evil.example` })],
  ])('%s is refused', async (_, headers) => {
    expect(await write(path, headers())).toBe('Forbidden');
  });
});

test('a session works behind a proxy that asks the browser for Basic authentication', async () => {
  const browser = new Browser(gateway.url);
  await browser.signUp();
  const headers = { authorization: 'Basic dXNlcjpwYXNz', 'x-outturn-csrf': '1' };
  for (const path of ['/trpc/apiKeys.list', '/trpc/account.get']) {
    const answer = await browser.send(path, { method: 'GET', headers });
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

test('a read by a page of another site is refused, and no answer grants CORS access', async () => {
  const read = { cookie: victim.cookie, origin: evil, 'sec-fetch-site': 'cross-site' };
  const { status, headers } = await send(`${gateway.url}/trpc/account.get`, { headers: read });
  expect(status).toBe(403);
  const preflights = ['/trpc/apiKeys.create', '/graphql', '/api/auth/sign-in/email', '/v1/revenues'].map(
    (path) =>
      send(`${gateway.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: evil,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-outturn-csrf',
        },
      }),
  );
  for (const answer of [{ headers }, ...(await Promise.all(preflights))]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a forged origin neither signs in nor up nor out, with cookies or without', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  const headers = { origin: evil };
  const stranger = new Browser(gateway.url);
  const body = { email, password: 'correct horse', name: 'Eve' };
  for (const path of ['sign-in/email', 'sign-up/email', 'sign-out', 'change-password']) {
    for (const browser of [stranger, victim]) {
      expect((await browser.send(`/api/auth/${path}`, { body, headers })).status).toBe(403);
    }
  }
  expect(stranger.cookies.size).toBe(0);
  expect(await victim.trpc.account.get.query({})).toMatchObject({ user: { name: 'Ada' } });
});

test('a form of another site is refused', async () => {
  const form = new URLSearchParams({ email: 'a@example.com', password: 'correct horse' }).toString();
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const { status, headers } = await send(`${gateway.url}/api/auth/sign-in/email`, {
      body: form,
      headers: { 'content-type': type },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test('a session from before the sign-in is not adopted', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  const attacker = await signedUp(gateway.url);
  const browser = new Browser(gateway.url);
  for (const [name, value] of attacker.cookies) browser.cookies.set(name, value);

  await browser.signIn(email);

  expect(browser.cookie).not.toBe(attacker.cookie);
  expect(await browser.trpc.account.get.query({})).toMatchObject({ user: { email } });
  expect((await attacker.trpc.account.get.query({})).user.email).not.toBe(email);
});

const notValid = 'The session is not valid. Sign in again.';

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await send(`${gateway.url}/trpc/account.get`, { headers })).status;
}

test('a cookie with a wrong signature is answered as an invalid session', async () => {
  const [name, value = ''] = [...victim.cookies][0] ?? [];
  const [token = '', signature = ''] = decodeURIComponent(value).split('.');
  const other = decodeURIComponent([...(await signedUp(gateway.url)).cookies.values()][0] ?? '').split(
    '.',
  )[1];
  const forgeries = [
    token,
    `${token}.`,
    `${token}.${other}`,
    `${token}x.${signature}`,
    `.${signature}`,
    '%',
    `${token}.${signature}.${signature}`,
  ];
  for (const forgery of forgeries) {
    const cookie = `${name}=${forgery === '%' ? '%' : encodeURIComponent(forgery)}`;
    for (const path of ['/trpc/account.get', '/graphql?query={agents{nodes{id}}}']) {
      const { status, text } = await send(`${gateway.url}${path}`, { headers: { cookie } });
      expect([status, text]).toEqual([401, expect.stringContaining(notValid)]);
    }
  }
  const cookie = `${name}=${encodeURIComponent(forgeries[2] ?? '')}`;
  const page = async (headers: Record<string, string>) =>
    (await send(`${gateway.url}/graphql`, { headers: { accept: 'text/html', ...headers } })).text;
  expect(await page({ cookie })).toBe(await page({}));
  expect(await page({ cookie: victim.cookie })).not.toBe(await page({}));
  const leftover = `a=b; ${name}=stale.c2lnbmF0dXJl; ${name}=${value}; c=d`;
  expect(await statusOf({ cookie: leftover })).toBe(200);
  const { token: key } = await mintKey();
  expect(await statusOf({ cookie: `${name}=${forgeries[2]}`, authorization: `Bearer ${key}` })).toBe(403);
  const none = await send(`${gateway.url}/trpc/account.get`, { headers: { cookie: 'a=b' } });
  expect(none.text).toContain('The API key is missing or invalid.');
});

test('guesses of a cookie are rate limited like those of a key', async () => {
  const [name] = [...victim.cookies][0] ?? [];
  const guess = () =>
    send(`${gateway.url}/trpc/account.get`, {
      headers: { cookie: `${name}=guess.Z3Vlc3M`, 'x-forwarded-for': '192.0.2.60' },
    });
  const guesses = await Promise.all(Array.from({ length: 62 }, guess));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('REST takes API keys only, and a session does not stand in for a key', async () => {
  const { cookie } = victim;
  expect((await send(`${gateway.url}/v1/revenues`, { headers: { cookie, ...fromOurPage } })).status).toBe(
    401,
  );
  for (const authorization of ['', 'Bearer', 'Bearer nonsense']) {
    const headers = { cookie, authorization, ...fromOurPage };
    expect((await send(`${gateway.url}/trpc/account.get`, { headers })).status).toBe(401);
  }
  const { token } = await mintKey();
  const account = await send(`${gateway.url}/trpc/account.get`, {
    token,
    headers: { cookie, ...fromOurPage },
  });
  expect(account.status).toBe(403);
});
