import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

/** Sends a path or query that no client library would send. */
async function ask(line: string, token: string, body = '') {
  const headers = {
    authorization: `Bearer ${token}`,
    connection: 'close',
    'content-type': 'application/json',
  };
  const { received, closed } = await openRaw(gateway.url, rawRequest(line, { headers, body }));
  await closed;
  const [answer] = answersIn(received());
  return { status: answer?.status, body: parse(answer?.body ?? '') };
}

// Taken literally, /v1/agents/%ff would delete the agent whose key is "%ff".
describe.each(['agents', 'customers', 'tools', 'goal-types'])('a %s key in a path', (group) => {
  test.each(['%ff', '%', 'a%2', '100%', '%C3%ff', '%ff%20a', '%zz'])(
    'is refused when it is %s',
    async (path) => {
      const { token } = await mintKey();
      const made = await send(`${gateway.url}/v1/${group}`, {
        token,
        body: JSON.stringify({ key: path, name: 'a' }),
      });
      expect(made.status).toBe(201);

      for (const [method, body] of [
        ['GET', ''],
        ['PATCH', '{"name":"b"}'],
        ['DELETE', ''],
      ] as const) {
        const answer = await ask(`${method} /v1/${group}/${path}`, token, body);
        expect(answer).toMatchObject({
          status: 400,
          body: {
            code: 'Invalid Request',
            path: `${method} /v1/${group}/${path}`,
            message: 'key is not valid percent-encoding: a percent sign itself is written as %25',
          },
        });
      }
      const kept = await send(`${gateway.url}/v1/${group}/${encodeURIComponent(path)}`, { token });
      expect(parse(kept.text)).toMatchObject({ key: path, name: 'a' });
    },
  );
});

test('a session key in a path that is not percent-encoded is refused', async () => {
  const { token } = await mintKey();
  expect(await ask('GET /v1/sessions/%ff', token)).toMatchObject({ status: 400 });
});

test('an encoded key in a path may be any text', async () => {
  const { token } = await mintKey();
  for (const key of ['100%', '%ff', 'a/b', 'é', '%25', '🐢']) {
    await send(`${gateway.url}/v1/agents`, { token, body: JSON.stringify({ key, name: 'a' }) });
    const { text } = await send(`${gateway.url}/v1/agents/${encodeURIComponent(key)}`, { token });
    expect(parse(text)).toMatchObject({ key });
  }
});

// For proxies that refuse %2F in a path.
describe.each(['agents', 'customers', 'tools', 'goal-types'])('a key of %s in the query', (group) => {
  test('is that of the path with a tilde in its place', async () => {
    const { token } = await mintKey();
    for (const key of ['a/b', '~', 'a;b%2F', '#', '?']) {
      const url = `${gateway.url}/v1/${group}/~?key=${encodeURIComponent(key)}`;
      const call = async (method: string, body?: object) => {
        const { status, text } = await send(url, { token, method, body: body && JSON.stringify(body) });
        return { status, body: text === '' ? '' : parse(text) };
      };
      expect(await call('PUT', { name: 'a' })).toMatchObject({ status: 201, body: { key, name: 'a' } });
      expect(await call('PATCH', { name: 'b' })).toMatchObject({ status: 200, body: { key, name: 'b' } });
      expect(await call('GET')).toMatchObject({ status: 200, body: { key, name: 'b' } });
      expect(await call('PATCH', { key: 'other' })).toMatchObject({
        status: 400,
        body: { message: 'key is part of the path and cannot be changed' },
      });
      expect(await call('DELETE')).toEqual({ status: 204, body: '' });
      expect(await call('GET')).toMatchObject({ status: 404 });
    }
  });

  test('is refused if it is no key, and names no other way', async () => {
    const { token } = await mintKey();
    for (const [path, message] of [
      ['~?key=', /^key must/],
      ['~?key=%ff', /^key is not valid percent-encoding/],
      ['~?key=a&key=b', /^key is given more than once/],
      ['a?key=b', /^key is part of the path/],
      ['~?name=b', /name/],
    ] as const)
      expect(await ask(`GET /v1/${group}/${path}`, token)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(message) },
      });
    expect(await ask(`GET /v1/${group}/~`, token)).toMatchObject({ status: 404 });
  });
});

describe('a filter', () => {
  const list = (query: string, token: string) => ask(`GET /v1/revenues?${query}`, token);

  test.each(['%ff', '%', 'a%2', '100%', 'caf%E9', '%zz', '%ed%a0%80'])(
    'is refused when it is %s',
    async (key) => {
      const { token } = await mintKey();
      const revenue = { ...minimal, agentKey: key };
      const made = await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(revenue) });
      expect(made.status).toBe(201);

      expect(await list(`limit=1&agentKey=${key}&sort=id`, token)).toMatchObject({
        status: 400,
        body: {
          code: 'Invalid Request',
          message: 'agentKey is not valid percent-encoding: a percent sign itself is written as %25',
        },
      });
      expect(await list(`agentKey=${encodeURIComponent(key)}`, token)).toMatchObject({
        status: 200,
        body: [{ agentKey: key }],
      });
    },
  );

  test('with a name that cannot be decoded is refused under the name as it was sent', async () => {
    const { token } = await mintKey();
    expect(await list('%ff=1', token)).toMatchObject({
      status: 400,
      body: { message: '%ff is not valid percent-encoding: a percent sign itself is written as %25' },
    });
  });
});
