import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { mintKey, revokeKey } from '../support/developers.ts';
import { type Driver, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { surfaces, useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const unauthorized = {
  ok: false,
  code: 'Unauthorized',
  status: 401,
  message: 'The API key is missing or invalid. Send "Authorization: Bearer <API key>".',
  details: undefined,
};

/** Every kind of call; a malformed one must tell an unauthenticated caller nothing more. */
async function callEverything(api: Driver, authorization?: string) {
  const call = authorization === undefined ? {} : { headers: { authorization } };
  return [
    await api.record(minimal, call),
    await api.list({}, call),
    await api.get(unknownId, call),
    await api.get('malformed', call),
  ];
}

describe.each(surfaces)('authentication over $name', ({ connect }) => {
  test('refuses a missing key', async () => {
    const api = connect(gateway.url, null);
    for (const result of await callEverything(api)) expect(result).toEqual(unauthorized);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer nonsense', 'Bearer a b', 'ot_live_'])(
    'refuses a header of "%s"',
    async (authorization) => {
      const api = connect(gateway.url, null);
      for (const result of await callEverything(api, authorization)) expect(result).toEqual(unauthorized);
    },
  );

  test('takes a key from X-API-Key where Authorization has another scheme, or is absent', async () => {
    const { token } = await mintKey();
    const right: Record<string, string>[] = [
      { 'x-api-key': token },
      { 'x-api-key': token, authorization: 'Basic dXNlcjpwYXNz' },
    ];
    for (const headers of right)
      expect(await connect(gateway.url, null).list({}, { headers })).toMatchObject({ ok: true });
    const wrong: Record<string, string>[] = [
      { 'x-api-key': `${token}x` },
      { 'x-api-key': token, authorization: 'Bearer nonsense' },
    ];
    for (const headers of wrong)
      expect(await connect(gateway.url, null).list({}, { headers })).toEqual(unauthorized);
  });

  test('refuses an unknown key, one with a wrong checksum and one in another case', async () => {
    const { token } = await mintKey();
    const last = token.endsWith('0') ? '1' : '0';
    const unknown = 'ot_live_0000000000000000000000000000000000000000000000apDMo';
    for (const bad of [unknown, token.slice(0, -1) + last, token.toLowerCase(), `${token}x`]) {
      for (const result of await callEverything(connect(gateway.url, bad))) {
        expect(result).toEqual(unauthorized);
      }
    }
    expect(await connect(gateway.url, token).list()).toMatchObject({ ok: true });
  });

  test('refuses a revoked key that was never used', async () => {
    const { token, id } = await mintKey();
    await revokeKey(id);
    const api = connect(gateway.url, token);
    for (const result of await callEverything(api)) expect(result).toEqual(unauthorized);
  });

  test('refuses an expired key, also one that expires while it is in use', async () => {
    const { token: old } = await mintKey({ expiresAt: new Date(Date.now() - 1000) });
    for (const result of await callEverything(connect(gateway.url, old)))
      expect(result).toEqual(unauthorized);

    const expiresAt = new Date(Date.now() + 3_000);
    const { token } = await mintKey({ expiresAt });
    const api = connect(gateway.url, token);
    expect(succeeded(await api.list()).items).toEqual([]);
    await sleep(expiresAt.getTime() - Date.now() + 20);
    for (const result of await callEverything(api)) expect(result).toEqual(unauthorized);
  });

  test('names the scope that a key lacks', async () => {
    const { token: reader, developer } = await mintKey({ scopes: ['revenues:read'] });
    const { token: writer } = await mintKey({ scopes: ['revenues:write'], developer });
    const { token: nothing } = await mintKey({ scopes: [], developer });
    const lacks = (scope: string) => ({
      ok: false,
      code: 'Forbidden',
      status: 403,
      message: `The API key lacks the scope ${scope}.`,
      details: undefined,
    });
    const [reads, writes] = [connect(gateway.url, reader), connect(gateway.url, writer)];
    const record = succeeded(await writes.record(minimal));

    expect(succeeded(await reads.get(record.id))).toEqual(record);
    expect(await reads.record(minimal)).toEqual(lacks('revenues:write'));
    // Permission is checked first: a call that is not allowed learns nothing about its input.
    expect(await reads.record({ ...minimal, amount: 'much' })).toEqual(lacks('revenues:write'));
    expect(await writes.get(record.id)).toEqual(lacks('revenues:read'));
    expect(await writes.list()).toEqual(lacks('revenues:read'));
    expect(await connect(gateway.url, nothing).list()).toEqual(lacks('revenues:read'));
    expect(succeeded(await reads.list()).items).toEqual([record]);
  });
});

test('an unauthenticated caller learns nothing about a document, a path or a procedure', async () => {
  const introspection = JSON.stringify({ query: '{ __schema { types { name } } }' });
  const answers = [
    await send(`${gateway.url}/graphql`, { body: introspection }),
    await send(`${gateway.url}/graphql`, { body: JSON.stringify({ query: '{ nothing }' }) }),
    await send(`${gateway.url}/graphql`, { body: '{not json' }),
    await send(`${gateway.url}/v1/nothing`),
    await send(`${gateway.url}/v1/revenues`, { body: '{not json' }),
    await send(`${gateway.url}/trpc/revenues.record`, { body: '{not json' }),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(401);
    expect(text).toContain(unauthorized.message.split('"')[0]);
  }
});

test('the scheme of the header is not case-sensitive, and refusals over REST name it', async () => {
  const { token } = await mintKey();
  const url = `${gateway.url}/v1/revenues`;
  expect((await send(url, { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  expect((await send(url)).headers.get('www-authenticate')).toBe('Bearer');
});
