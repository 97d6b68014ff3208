import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { sessionSecret } from '../../apps/gateway/src/accounts/session-secret.ts';
import { readSettings } from '../../apps/gateway/src/settings.ts';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

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

test('who tries twenty passwords in a minute waits; who comes from another address does not', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  const attempt = (password: string, address: string) =>
    new Browser(gateway.url).send('/api/auth/sign-in/email', {
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  const guesses = await Promise.all(
    Array.from({ length: 24 }, (_, i) => attempt(`guess number ${i}`, '192.0.2.1')),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
  const refused = guesses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt('correct horse', '192.0.2.1')).status).toBe(429);
  expect((await attempt('correct horse', '192.0.2.2')).status).toBe(200);
});

test('no password, cookie or secret is ever logged', async () => {
  const secret = 'a secret of at least thirty-two characters';
  const one = await start({ SESSION_SECRET: secret, LOG_LEVEL: 'trace' });
  const email = newEmail();
  const browser = await signedUp(one.url, email);
  await browser.signIn(email, 'the wrong battery');
  await browser.signUp(email, 'another battery');
  await browser.send('/api/auth/sign-in/email', { body: { email: 7, password: ['odd battery'] } });
  await browser.trpc.account.get.query({});
  const token = browser.cookie.split('=')[1]?.split('.')[0] ?? 'none';
  for (const text of ['battery', 'correct horse', secret, token]) expect(one.output()).not.toContain(text);
});

test('the plan of those who sign up can be set, and limits are theirs', async () => {
  const one = await start({ DEFAULT_PLAN: 'scale', RATE_LIMITS: 'scale=70000' });
  const { developer, limits } = await (await signedUp(one.url)).trpc.account.get.query({});
  expect([developer.plan, limits.requestsPerMinute]).toEqual(['scale', 70_000]);
});

test('a session holds across gateways that share the secret, and on no other', async () => {
  const secret = 'one secret for all gateways, thirty-two or more';
  const [one, two] = [await start({ SESSION_SECRET: secret }), await start({ SESSION_SECRET: secret })];
  const browser = await signedUp(one.url);
  const { cookie } = browser;
  const statusAt = async (url: string) =>
    (await fetch(`${url}/trpc/account.get`, { headers: { cookie } })).status;
  expect(await statusAt(two.url)).toBe(200);
  expect(await statusAt(gateway.url)).toBe(401);
  await browser.signOut();
  expect(await statusAt(two.url)).toBe(401);
});

test('the session secret is made once, by whoever is first, for its owner alone', async () => {
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

test('production on a database elsewhere must say the secret, and no short one', async () => {
  const elsewhere = { DATABASE_URL: 'postgres://db/outturn', DATA_DIR: await newFolder() };
  const production = readSettings({ ...elsewhere, NODE_ENV: 'production' });
  await expect(sessionSecret(production)).rejects.toThrow('SESSION_SECRET must be set in production');
  expect(() => readSettings({ SESSION_SECRET: 'short' })).toThrow('SESSION_SECRET must have at least 32');
  const said = readSettings({ ...elsewhere, NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) });
  expect(await sessionSecret(said)).toBe('x'.repeat(32));
});
