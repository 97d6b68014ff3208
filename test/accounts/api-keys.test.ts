import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_SCOPE, type Scope, scopes } from '@outturn/service';
import { expect, test } from 'vitest';
import { Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { succeeded, untyped } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { surfaces, useOwnGateway } from '../support/drivers/surfaces.ts';
import { bound } from '../support/load/figures.ts';

const gateway = useOwnGateway();
const neighbour = useOwnGateway();

const everywhere = (token: string) =>
  [gateway, neighbour].flatMap(({ url }) => surfaces.map(({ connect }) => connect(url, token)));

async function works(token: string): Promise<void> {
  for (const api of everywhere(token)) succeeded(await api.list());
}

/** Resolves when every surface of every gateway refuses the key, which must be within a second. */
async function isRefusedSoon(token: string): Promise<void> {
  const start = Date.now();
  for (;;) {
    const results = await Promise.all(everywhere(token).map((api) => api.list()));
    if (results.every((result) => !result.ok && result.code === 'Unauthorized')) return;
    if (Date.now() - start > bound(8_000, 900)) throw new Error('the key still works');
    await sleep(10);
  }
}

test('a key works from its generation to its revocation', async () => {
  const { trpc } = await signedUp(gateway.url);
  const { token, ...key } = await trpc.apiKeys.create.mutate({
    name: 'CI',
    scopes: ['revenues:read', 'revenues:write'],
  });
  expect(key).toEqual({
    id: expect.any(String),
    name: 'CI',
    prefix: token.slice(0, 14),
    scopes: ['revenues:read', 'revenues:write'],
    createdAt: expect.any(String),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    rotatedAt: null,
  });
  await works(token);
  const [api] = everywhere(token);
  const record = succeeded(await untyped<NonNullable<typeof api>>(api).record(minimal));
  expect((await trpc.revenues.list.query({})).items).toEqual([record]);
  expect((await trpc.account.get.query({})).usage.records).toMatchObject({ revenues: 0, outcomes: 0 });

  expect(await trpc.apiKeys.rename.mutate({ id: key.id, name: 'Build' })).toMatchObject({
    id: key.id,
    name: 'Build',
  });
  const { items, nextCursor } = await trpc.apiKeys.list.query({});
  expect(items).toEqual([{ ...key, name: 'Build', lastUsedAt: expect.any(String) }]);
  expect(nextCursor).toBeNull();

  expect(await trpc.apiKeys.revoke.mutate({ id: key.id })).toMatchObject({ revokedAt: expect.any(String) });
  await isRefusedSoon(token);
});

test('both keys work until the grace period of a rotation is over, at once or later', async () => {
  const { trpc } = await signedUp(gateway.url);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const old = await trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'], expiresAt });
  await works(old.token);

  const fresh = await trpc.apiKeys.rotate.mutate({ id: old.id });
  expect(fresh).toMatchObject({ name: 'CI', scopes: ['revenues:read'], expiresAt });
  expect(fresh.id).not.toBe(old.id);
  await works(old.token);
  await works(fresh.token);
  const listed = (await trpc.apiKeys.list.query({})).items.find(({ id }) => id === old.id);
  expect(listed?.expiresAt).toBe(expiresAt);

  const newest = await trpc.apiKeys.rotate.mutate({ id: fresh.id, graceSeconds: 1 });
  await works(fresh.token);
  await sleep(1_000);
  await isRefusedSoon(fresh.token);
  await trpc.apiKeys.rotate.mutate({ id: newest.id, graceSeconds: 0 });
  await isRefusedSoon(newest.token);
  await expect(trpc.apiKeys.rotate.mutate({ id: newest.id })).rejects.toThrow('no longer works');
});

test('an expired key is refused, and no key is made with an expiry in the past', async () => {
  const { trpc } = await signedUp(gateway.url);
  const create = (expiresAt: string) =>
    trpc.apiKeys.create.mutate({ name: 'x', scopes: ['revenues:read'], expiresAt });
  const end = Date.now() + bound(4_000, 1_500);
  const { token } = await create(new Date(end).toISOString());
  await works(token);
  await sleep(end - Date.now());
  await isRefusedSoon(token);
  await expect(create(new Date(Date.now() - 1).toISOString())).rejects.toThrow('must lie in the future');
});

test('no key can manage keys or the account, whatever its scopes', async () => {
  const { trpc } = await signedUp(gateway.url);
  const grab = untyped<Scope[]>([ACCOUNT_SCOPE]);
  await expect(trpc.apiKeys.create.mutate({ name: 'x', scopes: grab })).rejects.toThrow('scopes.0');
  await expect(trpc.apiKeys.create.mutate({ name: 'x', scopes: [] })).rejects.toThrow('scopes');
  const database = await testDatabase();

  const { token, id } = await mintKey({ scopes });
  await database.pool.query(`update api_keys set scopes = scopes || $2 where id = $1`, [id, [ACCOUNT_SCOPE]]);
  for (const call of [
    'apiKeys.create',
    'apiKeys.rename',
    'apiKeys.rotate',
    'apiKeys.revoke',
    'account.claim',
  ]) {
    expect((await send(`${gateway.url}/trpc/${call}`, { token, body: '{}' })).status).toBe(403);
  }
  for (const call of ['apiKeys.list', 'account.get']) {
    expect((await send(`${gateway.url}/trpc/${call}`, { token })).status).toBe(403);
  }
});

test('the token is shown once: it is nowhere in the database or the log, and no retry gets it', async () => {
  const browser = await signedUp(gateway.url);
  const create = () =>
    send(`${gateway.url}/trpc/apiKeys.create`, {
      body: JSON.stringify({ name: 'once', scopes: ['agents:read'] }),
      idempotencyKey: 'generate-1',
      headers: { cookie: browser.cookie, ...fromOurPage },
    });
  const { result } = JSON.parse((await create()).text);
  const { token } = result.data;
  expect(token).toMatch(/^ot_live_/);

  const again = JSON.parse((await create()).text);
  expect(again.error.data.error).toBe('Idempotency Key Reused');
  expect(again.error.message).toContain('shown only once');
  expect((await browser.trpc.apiKeys.list.query({})).items).toHaveLength(1);

  const { token: rotated } = await browser.trpc.apiKeys.rotate.mutate({ id: result.data.id });
  await works(rotated).catch(() => undefined);
  expect(await tablesWith([token, rotated, token.slice(8, 51), rotated.slice(8, 51)])).toEqual([]);
  // The control: the search finds the stored prefix.
  expect(await tablesWith([token.slice(0, 14)])).toEqual(['api_keys']);
  for (const { output } of [gateway, neighbour]) {
    for (const secret of [token, rotated]) expect(output()).not.toContain(secret.slice(8));
  }
});

test('a session of one account sees and touches no key of another', async () => {
  const [mine, theirs] = [await signedUp(gateway.url), await signedUp(gateway.url)];
  const { id, token } = await theirs.trpc.apiKeys.create.mutate({
    name: 'theirs',
    scopes: ['revenues:read'],
  });
  expect((await mine.trpc.apiKeys.list.query({})).items).toEqual([]);
  for (const attempt of [
    () => mine.trpc.apiKeys.rename.mutate({ id, name: 'mine' }),
    () => mine.trpc.apiKeys.rotate.mutate({ id }),
    () => mine.trpc.apiKeys.revoke.mutate({ id }),
  ]) {
    await expect(attempt()).rejects.toThrow('There is no API key with this id.');
  }
  await works(token);
  expect(new Browser(gateway.url).cookies.size).toBe(0);
});

/** The tables in which any of these texts occurs in any column of any row. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name: table } of rows) {
    const conditions = texts.map((_, index) => `position($${index + 1} in t::text) > 0`).join(' or ');
    const { rowCount } = await pool.query(`select 1 from ${table} t where ${conditions} limit 1`, [...texts]);
    if (rowCount) found.push(table);
  }
  return found;
}
