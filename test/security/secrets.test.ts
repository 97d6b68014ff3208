import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { Browser, newEmail } from '../support/browser.ts';
import { offerDeveloper } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import type { Gateway } from '../support/gateway.ts';
import { behindProxy } from '../support/gateway.ts';
import { report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { dumpOf } from '../support/secrets/dump.ts';
import { Secrets, serverLogOf } from '../support/secrets/own-secrets.ts';
import { runFolder } from '../support/secrets/run-folder.ts';
import { readUsed } from '../support/secrets/used.ts';
import { useTraceCollector } from '../support/trace-collector.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const collector = useTraceCollector();
const secrets = new Secrets();
/** Every error answer with its request. */
const errors: { asked: string; told: string }[] = [];
let gateway: Gateway;

const newIdempotencyKey = () => secrets.add('idempotency key', `order-${randomBytes(24).toString('hex')}`);
const newPassword = () => secrets.add('password', `correct horse ${randomUUID()}`);

/** Sends a request, and keeps an error answer. */
async function call(path: string, options: Parameters<typeof send>[1] = {}) {
  const answer = await send(`${gateway.url}${path}`, options);
  const isError = answer.status >= 400 || /"errors?":/.test(answer.text);
  const own = `${path} ${options.token} ${options.idempotencyKey} ${JSON.stringify(options.headers)} ${options.body}`;
  if (isError) errors.push({ asked: own, told: `${JSON.stringify([...answer.headers])} ${answer.text}` });
  return answer;
}

/** The credential of a session, as its cookie carries it. */
function keepSession(browser: Browser): void {
  for (const cookie of browser.cookies.values()) {
    const value = decodeURIComponent(cookie);
    if (value.includes('.')) secrets.add('session', value);
    secrets.add('session signature', value.split('.').at(-1) ?? value);
  }
}

async function signUp(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  await browser.signUp(newEmail(), newPassword());
  keepSession(browser);
  return browser;
}

/** The calls with which owners manage keys. */
async function useKeys(browser: Browser): Promise<string> {
  const { trpc } = browser;
  const scopes = ['revenues:write', 'revenues:read', 'agents:write'] as const;
  const made = await trpc.apiKeys.create.mutate({ name: 'CI', scopes: [...scopes] });
  const rotated = await trpc.apiKeys.rotate.mutate({ id: made.id });
  const revoked = await trpc.apiKeys.create.mutate({ name: 'gone', scopes: [...scopes] });
  await trpc.apiKeys.revoke.mutate({ id: revoked.id });
  for (const { token } of [made, rotated, revoked]) secrets.add('API key', token);
  await trpc.apiKeys.list.query({});
  await call('/v1/revenues', { token: revoked.token });
  // A forged call: signed in, but without the headers of a page.
  await call('/trpc/apiKeys.create', { headers: { cookie: browser.cookie }, body: '{}' });
  return rotated.token;
}

/** Calls that succeed, and every way in which one fails. */
async function useSurfaces(token: string): Promise<void> {
  for (const { connect } of surfaces) {
    const api = connect(gateway.url, token);
    const idempotencyKey = newIdempotencyKey();
    await api.record(minimal, { idempotencyKey });
    await api.record(minimal, { idempotencyKey });
    await api.record({ ...minimal, amount: '2' }, { idempotencyKey });
    await api.record({ ...minimal, amount: 'x' }, { idempotencyKey: newIdempotencyKey() });
    await api.list({}, {});
  }
  const wrong = secrets.add('API key', `ot_live_${randomBytes(24).toString('hex')}x`);
  for (const path of ['/v1/revenues', '/graphql', '/trpc/revenues.record', '/v1/nothing', '/metrics', '/x']) {
    for (const credential of [token, wrong]) {
      const idempotencyKey = newIdempotencyKey();
      await call(path, { token: credential, idempotencyKey, body: '{' });
      await call(path, { token: credential, idempotencyKey, body: '{"query":"{ x }"}' });
      await call(path, { headers: { authorization: `Basic ${Buffer.from(credential).toString('base64')}` } });
      // Secrets where they do not belong, as users put them there nevertheless.
      await call(`${path}?api_key=${credential}&token=${credential}`);
      await call(`${path}/${credential}`, { token });
    }
  }
}

/** Causes failures in requests that carry secrets, so that the gateway and PostgreSQL log them. */
async function breakThings(token: string): Promise<void> {
  const { pool } = store.database;
  for (const table of ['user_sessions', 'user_accounts', 'users', 'api_keys', 'idempotency_keys', 'agents']) {
    await pool.query(`alter table ${table} rename to elsewhere`);
    const browser = new Browser(gateway.url);
    await browser.signUp(newEmail(), newPassword());
    await browser.signIn(newEmail(), newPassword());
    const unseen = secrets.add('API key', (await tryKey()) ?? randomUUID());
    await call('/v1/revenues', {
      token: unseen,
      idempotencyKey: newIdempotencyKey(),
      body: JSON.stringify(minimal),
    });
    const agent = JSON.stringify({ key: randomUUID() });
    await call('/v1/agents', { token, idempotencyKey: newIdempotencyKey(), body: agent });
    await pool.query(`alter table elsewhere rename to ${table}`);
  }
}

async function tryKey(): Promise<string | undefined> {
  const key = { developerName: randomUUID(), name: 'test' };
  return createApiKey(store.database, key).then(
    ({ token }) => token,
    () => undefined,
  );
}

beforeAll(async () => {
  const settings = {
    LOG_LEVEL: 'trace',
    SESSION_SECRET: secrets.add('setting', randomBytes(32).toString('base64')),
    METRICS_TOKEN: secrets.add('setting', randomUUID()),
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
  };
  const first = await createApiKey(store.database, { developerName: 'first', name: 'first' });
  secrets.add('API key', first.token);
  gateway = await gateways.start(store.url, { ...behindProxy, ...settings });
  const owner = await signUp();
  const token = await useKeys(owner);
  await useSurfaces(token);
  await owner.send('/api/auth/change-password', {
    body: { currentPassword: newPassword(), newPassword: newPassword() },
  });
  await owner.trpc.account.claim
    .mutate({ token: secrets.add('claim token', await offerDeveloper(store.database, 'first')) })
    .catch(() => undefined);
  await breakThings(token);
  await owner.signOut();
  await gateway.stop();
}, 120_000);

describe('every secret of a run, valid or not', () => {
  test('is absent from the log of the gateway at its most verbose level', () => {
    // The control: failures were logged.
    expect(gateway.output()).toContain('"level":50');
    expect(gateway.output().split('\n').length).toBeGreaterThan(100);
    expect(secrets.in(gateway.output())).toEqual([]);
  });

  test('is absent from errors, except those that repeat the request', () => {
    expect(errors.length).toBeGreaterThan(50);
    for (const { asked, told } of errors) expect(secrets.in(told, asked)).toEqual([]);
  });

  test('is absent from traces', () => {
    expect(collector.spans.length).toBeGreaterThan(50);
    expect(secrets.in(JSON.stringify(collector.spans))).toEqual([]);
  });

  test('is absent from the database and the log of its server', async () => {
    const dump = await text(dumpOf(store.url));
    expect(dump).toContain('public.api_keys');
    expect(secrets.in(dump)).toEqual([]);
    expect(secrets.in(await serverLogOf(store.database))).toEqual([]);
    const lines = gateway.output().split('\n').length;
    report(
      `${secrets.size} secrets (${secrets.tally()}) in clear, percent-encoded, hex and base64: none in ${lines} log lines, ` +
        `${errors.length} errors, ${collector.spans.length} spans, the database or PostgreSQL’s log`,
    );
  });
});

test('every secret of a request or a call is known to the search of the whole run', () => {
  const used = readUsed(runFolder() ?? '');
  // No request carries a setting; a session appears as its percent-encoded cookie and its signature.
  expect(secrets.except('setting', 'session').filter((secret) => !used.has(secret))).toEqual([]);
});

describe('the search', () => {
  test('finds a secret in every form', () => {
    const some = new Secrets();
    const value = some.add('test', 'a "secret" of 24 letters');
    const forms = [
      value,
      JSON.stringify(value),
      encodeURIComponent(value),
      Buffer.from(value).toString('hex'),
    ];
    for (const form of forms) expect(some.in(`x ${form} x`)).toEqual(['test 1']);
    for (const before of ['', '1', '22', '333']) {
      expect(some.in(Buffer.from(`${before}${value}x`).toString('base64'))).toEqual(['test 1']);
    }
    expect(some.in('a "secret" of 23 letters')).toEqual([]);
  });
});
