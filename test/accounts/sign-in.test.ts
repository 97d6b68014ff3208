import { expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const unauthorized = expect.objectContaining({
  data: expect.objectContaining({ error: 'Unauthorized', httpStatus: 401 }),
});

test('a sign-up signs the user in with an empty developer', async () => {
  const email = newEmail();
  const browser = new Browser(gateway.url);
  const { status, text } = await browser.signUp(email.toUpperCase());
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ user: expect.objectContaining({ email, name: 'Ada' }) });

  const { pool } = await testDatabase();
  const owned = await pool.query('select plan from developers where name = $1', [email]);
  expect(owned.rows).toEqual([{ plan: 'free' }]);

  const account = await browser.trpc.account.get.query({});
  const month = new Date().toISOString().slice(0, 7);
  expect(account).toEqual({
    user: { id: JSON.parse(text).user.id, email, name: 'Ada' },
    developer: { id: expect.stringMatching(/-7/), name: email, plan: 'free' },
    limits: { requestsPerMinute: 600 },
    usage: {
      month,
      from: `${month}-01T00:00:00.000Z`,
      records: { revenues: 0, outcomes: 0, goals: 0, events: 0 },
    },
  });
  expect(await browser.trpc.revenues.list.query({})).toEqual({ items: [], nextCursor: null });
});

test('the cookie is HttpOnly, and no answer contains its token', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const [name, value = ''] = [...browser.cookies][0] ?? [];
  expect(name).toBe('outturn.session_token');
  const token = decodeURIComponent(value).split('.')[0] ?? '';
  expect(token).toMatch(/^\w{32}$/);
  expect(browser.received).toEqual([expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Lax$/)]);

  const session = await browser.send('/api/auth/get-session');
  expect(JSON.parse(session.text)).toEqual({
    user: expect.objectContaining({ email }),
    session: expect.objectContaining({ expiresAt: expect.any(String) }),
  });
  const again = await browser.signIn(email);
  for (const { text } of [session, again]) expect(text).not.toContain(token);
  expect(session.headers.get('cache-control')).toBe('no-store');
});

test('signing out ends the session itself, so a copy of its cookie is refused', async () => {
  const browser = await signedUp(gateway.url);
  const thief = new Browser(gateway.url);
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  expect(await thief.trpc.account.get.query({})).toMatchObject({ user: { name: 'Ada' } });

  expect((await browser.signOut()).status).toBe(200);
  expect(browser.cookies.size).toBe(0);
  await expect(thief.trpc.account.get.query({})).rejects.toEqual(unauthorized);
  expect(JSON.parse((await thief.send('/api/auth/get-session')).text)).toBeNull();
});

test('an open page can poll its session without cost to its plan', async () => {
  const browser = await signedUp(gateway.url);
  const { cookie } = browser;
  const look = (headers: Record<string, string>) => browser.send('/api/auth/session', { headers });
  const spent = async () => {
    const { headers } = await browser.send('/trpc/reports.list?input=%7B%7D');
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const before = await spent();
  for (let i = 0; i < 5; i++) {
    const { status, text, headers } = await look({});
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
  }
  expect(await spent()).toBe(before - 1);
  await browser.signOut();
  const address = { 'x-forwarded-for': '192.0.2.77' };
  for (const sent of [cookie, `${cookie}x`, '']) {
    expect(await look({ cookie: sent, ...address })).toMatchObject({
      status: 401,
      text: expect.stringContaining('UNAUTHORIZED'),
    });
  }
  const refused = await Promise.all(Array.from({ length: 310 }, () => look({ cookie, ...address })));
  expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(refused.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(297);
});

test('a wrong password and an unknown email get the same answer', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  const browser = new Browser(gateway.url);
  const [wrong, unknown] = [await browser.signIn(email, 'incorrect horse'), await browser.signIn(newEmail())];
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(wrong.text).toBe(unknown.text);
  expect(browser.cookies.size).toBe(0);
  expect((await browser.signIn(email)).status).toBe(200);
});

test('an email signs up once, and passwords have 8 to 128 characters', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  expect((await new Browser(gateway.url).signUp(email)).status).toBe(422);
  for (const password of ['short', 'long password'.repeat(10)]) {
    expect((await new Browser(gateway.url).signUp(newEmail(), password)).status).toBe(400);
  }
  expect((await new Browser(gateway.url).signUp('no email')).status).toBe(400);
});

test('one of the most common passwords is refused everywhere, in any case and width', async () => {
  const browser = await signedUp(gateway.url);
  const change = (newPassword: string, currentPassword = 'correct horse') =>
    browser.send('/api/auth/change-password', { body: { currentPassword, newPassword } });
  for (const password of ['password1', 'QWERTYUIOP', 'Football1', 'ｐａｓｓｗｏｒｄ１']) {
    const refused = { status: 400, text: expect.stringContaining('PASSWORD_TOO_COMMON') };
    expect(await new Browser(gateway.url).signUp(newEmail(), password)).toMatchObject(refused);
    expect(await change(password)).toMatchObject(refused);
  }
  expect(await change('correct horse')).toMatchObject({
    status: 400,
    text: expect.stringContaining('PASSWORD_UNCHANGED'),
  });
  expect((await change('a password of mine')).status).toBe(200);
});

test('changing the password requires the old one, and ends every other session', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const other = new Browser(gateway.url);
  await other.signIn(email);
  const change = (currentPassword: string) =>
    browser.send('/api/auth/change-password', { body: { currentPassword, newPassword: 'battery staple' } });

  expect((await change('incorrect horse')).status).toBe(400);
  expect(await other.trpc.account.get.query({})).toMatchObject({ user: { email } });
  expect((await change('correct horse')).status).toBe(200);

  await expect(other.trpc.account.get.query({})).rejects.toEqual(unauthorized);
  expect(await browser.trpc.account.get.query({})).toMatchObject({ user: { email } });
  expect((await new Browser(gateway.url).signIn(email)).status).toBe(401);
  expect((await new Browser(gateway.url).signIn(email, 'battery staple')).status).toBe(200);
});

test('a sign-up whose developer name is taken gets another name', async () => {
  const email = newEmail();
  const { pool } = await testDatabase();
  await pool.query(
    `insert into developers (id, name, plan, created_at) values (gen_random_uuid(), $1, 'pro', now())`,
    [email],
  );
  const { developer } = await (await signedUp(gateway.url, email)).trpc.account.get.query({});
  expect(developer.name).toBe(`${email} ${developer.id.slice(-12)}`);
  expect(developer.plan).toBe('free');
});

test('unused endpoints of better-auth are not served', async () => {
  const browser = await signedUp(gateway.url);
  const paths = [
    'list-sessions',
    'delete-user',
    'update-user',
    'change-email',
    'ok',
    'request-password-reset',
  ];
  for (const path of paths) {
    expect((await browser.send(`/api/auth/${path}`, { body: {} })).status).toBe(404);
    expect((await browser.send(`/api/auth/${path}`)).status).toBe(404);
  }
});

test('an email of 254 characters, the longest allowed, signs up and in', async () => {
  const name = newEmail().split('@')[0];
  const email = `${name}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.`;
  const whole = `${email}${'e'.repeat(254 - email.length - 4)}.com`;
  expect(whole).toHaveLength(254);
  expect((await new Browser(gateway.url).signUp(whole)).text).toContain(whole);
  const browser = new Browser(gateway.url);
  expect((await browser.signIn(whole)).status).toBe(200);
  expect((await browser.trpc.account.get.query({})).user.email).toBe(whole);
});
