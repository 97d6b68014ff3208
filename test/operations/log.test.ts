import { randomUUID } from 'node:crypto';
import { createClaim } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createApiKey, revokeApiKey } from '../support/api-keys.ts';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { openRaw, rawRequest } from '../support/raw-connection.ts';

const METRICS_TOKEN = randomUUID();
const store = usePrivateDatabase();
const gateways = useGateways();
let loud: Gateway;
let quiet: Gateway;
let token: string;
beforeAll(async () => {
  ({ token } = await createApiKey(store.database, { developerName: 'a', name: 'test', plan: 'unlimited' }));
  loud = await gateways.start(store.url, { ...behindProxy, LOG_LEVEL: 'debug', METRICS_TOKEN });
  quiet = await gateways.start(store.url, { PUBLIC_URL: 'https://outturn.example/' });
});

type Line = Record<string, unknown>;

/** Every line that a gateway has logged. Throws for one that is not JSON. */
const linesOf = (gateway: Gateway): Line[] =>
  gateway
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Outturn is ready'))
    .map((line) => JSON.parse(line));

const linesAbout = (requestId: string) => linesOf(loud).filter((line) => line.requestId === requestId);

describe.each(surfaces)('$name', ({ name: surface, connect }) => {
  test('a call is one line: developer, operation, duration and result', async () => {
    const api = connect(loud.url, token);
    const requestId = randomUUID();
    const call = { headers: { 'x-request-id': requestId }, idempotencyKey: randomUUID() };
    await api.record(minimal, call);
    await api.record(minimal, call);
    await api.record({ ...minimal, amount: 'a lot' }, call);
    await expect.poll(() => linesAbout(requestId)).toHaveLength(3);
    const [developer] = (await store.database.pool.query('select id from developers')).rows;
    const line = { surface, operation: 'revenues.record', developerId: developer.id, ms: expect.any(Number) };
    expect(linesAbout(requestId)).toMatchObject([
      { ...line, code: 'OK', replayed: false, msg: 'call' },
      { ...line, code: 'OK', replayed: true },
      { ...line, code: 'Invalid Request', replayed: false },
    ]);
  });
});

test('the first line of a ready gateway has its version and address', async () => {
  expect(linesOf(quiet).filter(({ msg }) => msg === 'Outturn is ready')).toMatchObject([
    { version: manifest.version, url: 'https://outturn.example' },
  ]);
});

test('a request that matches no operation has a line, too', async () => {
  await send(`${loud.url}/v1/nothing?secret=open-sesame`, { token: 'nonsense' });
  const found = () => linesOf(loud).find(({ path }) => path === '/v1/nothing');
  await expect.poll(found).toMatchObject({ method: 'GET', door: 'REST', status: '401', msg: 'request' });
  expect(loud.output()).not.toContain('open-sesame');
});

test('calls write nothing at the default level', async () => {
  const before = linesOf(quiet).length;
  for (const { connect } of surfaces) await connect(quiet.url, token).record(minimal);
  await send(`${quiet.url}/v1/revenues`);
  expect(linesOf(quiet)).toHaveLength(before);
});

test('a slow call is logged at any level', async () => {
  const client = await store.database.pool.connect();
  await client.query('begin; lock table revenues in access exclusive mode');
  const requestId = randomUUID();
  const slow = send(`${quiet.url}/v1/revenues`, { token, headers: { 'x-request-id': requestId } });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await client.query('commit');
  client.release();
  await slow;
  const found = () => linesOf(quiet).find((line) => line.requestId === requestId);
  await expect.poll(found).toMatchObject({ level: 40, operation: 'revenues.list', msg: 'slow call' });
});

/** The security events that a gateway has logged after the first `since`. */
const eventsOf = (gateway: Gateway, since = 0) =>
  linesOf(gateway)
    .filter(({ msg }) => msg === 'security event')
    .slice(since);

test('each account action and refusal writes one line', async () => {
  const before = eventsOf(loud).length;
  const email = newEmail();
  const browser = await signedUp(loud.url, email);
  const { trpc } = browser;
  const { user, developer } = await trpc.account.get.query({});
  const first = await trpc.apiKeys.create.mutate({ name: 'a', scopes: ['revenues:read'] });
  const second = await trpc.apiKeys.rotate.mutate({ id: first.id });
  for (const { id } of [first, second]) await trpc.apiKeys.revoke.mutate({ id });
  await expect(trpc.account.claim.mutate({ token: 'no claim' })).rejects.toThrow('not valid');
  await createApiKey(store.database, { developerName: 'claimed', name: 'test' });
  const { token: claim, developerId } = await createClaim(store.database, {
    developerName: 'claimed',
    plan: 'free',
  });
  await trpc.account.claim.mutate({ token: claim });
  const change = (currentPassword: string) =>
    browser.send('/api/auth/change-password', { body: { currentPassword, newPassword: 'battery staple' } });
  await change('wrong horse');
  await change('correct horse');
  const wrong = await browser.signIn(email, 'wrong horse');
  const unknown = newEmail();
  await browser.signIn(unknown, 'wrong horse');
  await browser.signUp(email);
  await browser.signUp(unknown, 'password1');
  await browser.signIn(email, 'battery staple');
  const link = await createClaim(store.database, { developerName: 'offered', plan: 'free' });
  for (const claimToken of [link.token, 'no claim']) {
    const body = { name: 'Ada', email: newEmail(), password: 'correct horse', claimToken };
    await new Browser(loud.url).send('/api/auth/sign-up/email', { body });
  }

  const address = expect.stringMatching(/^10\./);
  const requestId = expect.stringMatching(/./);
  const by = { address, requestId, userId: user.id };
  const emailTag = expect.stringMatching(/^[0-9a-f]{32}$/);
  const own = { ...by, developerId: developer.id };
  const expected = [
    { event: 'signed_up', level: 30, ...by },
    { event: 'key_created', ...own, apiKeyId: first.id, keyPrefix: first.prefix },
    { event: 'key_rotated', ...own, apiKeyId: second.id, keyPrefix: second.prefix },
    { event: 'key_revoked', ...own, apiKeyId: first.id },
    { event: 'key_revoked', ...own, apiKeyId: second.id },
    { event: 'claim_refused', level: 40, ...own },
    { event: 'claim_used', ...by, developerId },
    { event: 'password_change_refused', level: 40, ...by, reason: 'INVALID_PASSWORD' },
    { event: 'password_changed', ...by },
    { event: 'sign_in_failed', level: 40, ...by, requestId: wrong.headers.get('x-request-id') },
    { event: 'sign_in_failed', address, emailTag },
    { event: 'sign_up_refused', ...by, reason: expect.stringContaining('USER_ALREADY_EXISTS') },
    { event: 'sign_up_refused', address, emailTag, reason: 'PASSWORD_TOO_COMMON' },
    { event: 'signed_in', ...by },
    { event: 'signed_up', address, requestId },
    { event: 'claim_used', address, requestId, developerId: link.developerId },
    { event: 'claim_refused', level: 40, address, requestId, reason: 'INVITATION_NOT_VALID' },
    { event: 'sign_up_refused', address, requestId, emailTag, reason: 'INVITATION_NOT_VALID' },
  ];
  await expect.poll(() => eventsOf(loud, before)).toHaveLength(expected.length);
  expect(eventsOf(loud, before)).toMatchObject(expected);
  const [failed, refused] = [eventsOf(loud, before)[10], eventsOf(loud, before)[12]];
  expect(failed?.emailTag).toBe(refused?.emailTag);
  for (const secret of [email, unknown, 'horse', 'staple', claim, link.token, first.token, second.token])
    expect(JSON.stringify(eventsOf(loud, before))).not.toContain(secret);
});

test('bad keys log their prefix, at most three lines a minute', async () => {
  const before = eventsOf(quiet).length;
  const { token: revoked, id } = await createApiKey(store.database, { developerName: 'a', name: 'gone' });
  await revokeApiKey(store.database, id);
  const call = (bearer: string) =>
    send(`${quiet.url}/v1/revenues`, { token: bearer, headers: { 'x-request-id': 'bad' } });
  await call(revoked);
  for (let i = 0; i < 20; i++) await call(`nonsense-${i}`);
  await send(`${quiet.url}/trpc/account.get`, {
    headers: { cookie: '__Host-outturn.session_token=guess.Z3Vlc3M' },
  });
  const address = '127.0.0.1';
  const bad = { event: 'bad_key', level: 40, address, requestId: 'bad' };
  await expect.poll(() => eventsOf(quiet, before)).toHaveLength(4);
  expect(eventsOf(quiet, before)).toMatchObject([
    { ...bad, keyPrefix: revoked.slice(0, 14) },
    bad,
    bad,
    { event: 'bad_session', level: 40, address },
  ]);
  expect(JSON.stringify(eventsOf(quiet, before))).not.toContain('nonsense');
});

/** Characters that would start a line, move a cursor or color a terminal, escaped and as 8-bit controls. */
const nasty = '\r\n{"level":60,"msg":"forged"}\u001b[2J\u001b[31m\u0000\u0007\u009b31m\u2028\u2029\u202e';

test('text of callers neither starts a line nor reaches a terminal unescaped', async () => {
  const { url } = loud;
  const inPath = encodeURIComponent(nasty);
  const body = JSON.stringify({ ...minimal, agentKey: nasty, description: nasty, source: nasty });
  await send(`${url}/v1/revenues`, { token, body });
  await send(`${url}/v1/${inPath}?${inPath}=${inPath}`, { token });
  await send(`${url}/v1/agents/${inPath}`, { token, method: 'DELETE' });
  await send(`${url}/graphql`, { token, body: JSON.stringify({ query: `{ a(x: "${nasty}") }` }) });
  await send(`${url}/trpc/${inPath}`, { token, body: JSON.stringify(nasty) });
  await send(`${url}/api/auth/sign-in/email`, { body: JSON.stringify({ email: nasty, password: nasty }) });
  // Bytes that no client library would send.
  for (const header of [
    'x-request-id',
    'x-idempotency-key',
    'user-agent',
    'x-forwarded-for',
    'authorization',
  ]) {
    const bytes = rawRequest('GET /v1/revenues', { headers: { [header]: '\u001b[31m\u009b31m\t"}' } });
    const { socket, received } = await openRaw(url, bytes);
    await expect.poll(received).toContain('HTTP/1.1 ');
    socket.destroy();
  }
  const raw = await openRaw(url, rawRequest(`GET /\u001b[31m\u009b31m`));
  await raw.closed;
  await send(`${url}/v1/revenues`, { token, headers: { 'x-request-id': 'the-last' } });
  await expect.poll(() => linesAbout('the-last')).toHaveLength(1);

  // Every line is JSON, or `linesOf` would throw.
  expect(linesOf(loud).filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(loud.output()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
});

test('the metrics token grants access to the metrics, and is never in the log', async () => {
  const read = async (headers: Record<string, string> = {}) => {
    const { status, headers: answered } = await fetch(`${loud.url}/metrics`, { headers });
    return [status, answered.get('content-type')];
  };
  const hidden = [404, 'application/json'];
  expect(await read()).toEqual(hidden);
  for (const wrong of [`Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN, 'Bearer ', `Bearer ${token}`])
    expect(await read({ authorization: wrong })).toEqual(hidden);
  const right = { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '192.0.2.1' };
  expect(await read(right)).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const { output } of [loud, quiet]) expect(output()).not.toContain(METRICS_TOKEN);
});

test('no key, token, cookie or password is ever in the log', async () => {
  const { url } = loud;
  const password = `pass-${randomUUID()}`;
  const newPassword = `pass-${randomUUID()}`;
  const idempotencyKey = `key-${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const origin = { origin: url, 'sec-fetch-site': 'same-origin', 'x-outturn-csrf': '1' };
  const signUp = await send(`${url}/api/auth/sign-up/email`, {
    body: JSON.stringify({ email, password, name: 'a' }),
    headers: origin,
  });
  expect(signUp.status).toBe(200);
  const cookie = signUp.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .join('; ');
  const [sessionToken = ''] = /session_token=([^.;]+)/.exec(cookie)?.slice(1) ?? [];
  expect(sessionToken.length).toBeGreaterThan(16);
  const withCookie = { ...origin, cookie };
  const made = await send(`${url}/trpc/apiKeys.create`, {
    body: JSON.stringify({ name: 'a', scopes: ['revenues:write'] }),
    headers: withCookie,
    idempotencyKey,
  });
  const newKey: string = JSON.parse(made.text).result.data.token;
  const secrets = [token, newKey, password, newPassword, idempotencyKey, sessionToken];

  // From here every query fails, while requests carry all of these secrets.
  const tables = ['api_keys', 'user_sessions', 'users', 'user_accounts', 'idempotency_keys', 'revenues'];
  for (const table of tables) await store.database.pool.query(`alter table ${table} rename to no_${table}`);
  const body = JSON.stringify({ ...minimal, description: newKey });
  for (const bearer of [token, newKey, `${token}x`])
    await send(`${url}/v1/revenues?token=${token}`, { token: bearer, body, idempotencyKey });
  const account = { currentPassword: password, newPassword };
  await send(`${url}/api/auth/change-password`, { body: JSON.stringify(account), headers: withCookie });
  await send(`${url}/api/auth/sign-in/email`, { body: JSON.stringify({ email, password }), headers: origin });
  await send(`${url}/api/auth/sign-up/email`, {
    body: JSON.stringify({ email: `x${email}`, password, name: newKey }),
    headers: origin,
  });
  await send(`${url}/trpc/apiKeys.list?input=${token}`, { headers: withCookie });
  await send(`${url}/${newKey}`, { headers: withCookie });
  for (const table of tables) await store.database.pool.query(`alter table no_${table} rename to ${table}`);

  await expect.poll(() => linesOf(loud).filter(({ level }) => Number(level) >= 50).length).toBeGreaterThan(3);
  for (const secret of secrets) expect(loud.output()).not.toContain(secret);
});
