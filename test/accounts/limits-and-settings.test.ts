import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sessionSecret } from '../../apps/gateway/src/process/session-secret.ts';
import { readSettings } from '../../apps/gateway/src/process/settings.ts';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { bound } from '../support/load/figures.ts';
import { scrape, sumOf } from '../support/metrics.ts';

const gateway = useGateway();
const running: Gateway[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const one of running) await one.stop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function start(env: NodeJS.ProcessEnv): Promise<Gateway> {
  const one = await startGateway(inject('databaseUrl'), { ...behindProxy, ...env });
  running.push(one);
  return one;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-secret-'));
  folders.push(folder);
  return folder;
}

test('an address that tries twenty passwords in a minute waits; another address does not', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  // Without a session no password is compared, so no attempt is delayed.
  const attempt = (headers: Record<string, string>) =>
    new Browser(gateway.url).send('/api/auth/change-password', {
      body: { currentPassword: 'guess', newPassword: 'battery staple' },
      headers,
    });
  const guesses = await Promise.all(Array.from({ length: 24 }, () => attempt(from('192.0.2.1'))));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
  const refused = guesses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const signIn = (headers: Record<string, string>) =>
    browser.send('/api/auth/sign-in/email', { body: { email, password: 'correct horse' }, headers });
  expect((await signIn(from('192.0.2.1'))).status).toBe(429);
  expect((await signIn(from('192.0.2.2'))).status).toBe(200);
});

/** How many attempts have been delayed, including those of other tests of the run. */
const delays = async () =>
  sumOf((await scrape(gateway.url)).samples, 'outturn_security_events_total', { event: 'sign_in_delayed' });

test.each([
  ['an account', async (email: string) => void (await signedUp(gateway.url, email))],
  ['no account', async () => undefined],
])('a sixth wrong password for %s is delayed by a second, and the right one signs in', async (_, prepare) => {
  const email = newEmail();
  await prepare(email);
  const attempt = async (password: string) => {
    const start = performance.now();
    const { status, text } = await new Browser(gateway.url).signIn(email.toUpperCase(), password);
    return { status, text, time: performance.now() - start };
  };
  const attempts = Array.from({ length: 5 }, (_, i) => attempt(`guess number ${i}`));
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(Array(5).fill(401));
  const before = await delays();
  const held = await attempt('guess number 6');
  expect(held.status).toBe(401);
  expect(held.time).toBeGreaterThanOrEqual(1_000);
  expect(JSON.parse(held.text)).toMatchObject({ code: 'INVALID_EMAIL_OR_PASSWORD', retryAfter: 2 });
  expect(await delays()).toBeGreaterThan(before);
});

test('a wrong current password counts as a failed sign-in, and the right one resets both counts', async () => {
  const email = newEmail();
  const browser = await signedUp(gateway.url, email);
  const change = (currentPassword: string) =>
    browser.send('/api/auth/change-password', { body: { currentPassword, newPassword: 'battery staple' } });
  for (let i = 0; i < 3; i++) expect((await change(`guess number ${i}`)).status).toBe(400);
  for (let i = 0; i < 2; i++)
    expect((await new Browser(gateway.url).signIn(email, `guess number ${i}`)).status).toBe(401);
  const before = await delays();
  const start = performance.now();
  expect((await change('correct horse')).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
  expect(await delays()).toBeGreaterThan(before);
  const again = performance.now();
  expect((await new Browser(gateway.url).signIn(email, 'correct horse')).status).toBe(401);
  expect(performance.now() - again).toBeLessThan(bound(60_000, 1_000));
});

const secret = 'a secret of at least thirty-two characters';
let one: Gateway;
let two: Gateway;
beforeAll(async () => {
  const settings = { SESSION_SECRET: secret, LOG_LEVEL: 'trace' };
  const limits = { DEFAULT_PLAN: 'scale', RATE_LIMITS: 'scale=70000' };
  [one, two] = await Promise.all([start({ ...settings, ...limits }), start(settings)]);
});

test('no password, cookie or secret is ever logged', async () => {
  const email = newEmail();
  const browser = await signedUp(one.url, email);
  await browser.signIn(email, 'the wrong battery');
  await browser.signUp(email, 'another battery');
  await browser.send('/api/auth/sign-in/email', { body: { email: 7, password: ['odd battery'] } });
  await browser.trpc.account.get.query({});
  const token = browser.cookie.split('=')[1]?.split('.')[0] ?? 'none';
  for (const text of ['battery', 'correct horse', secret, token]) expect(one.output()).not.toContain(text);
});

test('the plan of new accounts is a setting, and its limits apply to them', async () => {
  const { developer, limits } = await (await signedUp(one.url)).trpc.account.get.query({});
  expect([developer.plan, limits.requestsPerMinute]).toEqual(['scale', 70_000]);
});

test('a session holds across gateways that share the secret, and on no other', async () => {
  const browser = await signedUp(one.url);
  const { cookie } = browser;
  const statusAt = async (url: string) =>
    (await fetch(`${url}/trpc/account.get`, { headers: { cookie } })).status;
  expect(await statusAt(two.url)).toBe(200);
  expect(await statusAt(gateway.url)).toBe(401);
  await browser.signOut();
  expect(await statusAt(two.url)).toBe(401);
});

test('the session secret is created once, by the first gateway, readable by its owner alone', async () => {
  const folder = await newFolder();
  await chmod(folder, 0o755);
  const settings = readSettings({ DATA_DIR: folder });
  const secrets = await Promise.all(Array.from({ length: 5 }, () => sessionSecret(settings)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['session-secret']);
  const file = path.join(folder, 'session-secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(secrets[0]);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(44);
});

test('production with a remote database requires a session secret of sufficient length', async () => {
  const elsewhere = { DATABASE_URL: 'postgres://db/outturn', DATA_DIR: await newFolder() };
  const production = readSettings({ ...elsewhere, NODE_ENV: 'production' });
  await expect(sessionSecret(production)).rejects.toThrow('SESSION_SECRET must be set in production');
  expect(() => readSettings({ SESSION_SECRET: 'short' })).toThrow('SESSION_SECRET must have at least 32');
  const said = readSettings({ ...elsewhere, NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) });
  expect(await sessionSecret(said)).toBe('x'.repeat(32));
});
