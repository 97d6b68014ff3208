import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

async function ask(line: string, token: string, body = '') {
  const headers = {
    authorization: `Bearer ${token}`,
    connection: 'close',
    'content-type': 'application/json',
  };
  const { received, closed } = await openRaw(gateway.url, rawRequest(line, { headers, body }));
  await closed;
  return answersIn(received())[0];
}

// It was taken literally: /v1/agents/%ff found, and deleted, the agent whose key is "%ff".
describe.each(['agents', 'customers', 'tools', 'goal-types'])('a key of %s in a path', (group) => {
  test.each(['%ff', '%', 'a%2', '100%', '%C3%ff', '%ff%20a', '%zz'])(
    'that is %s is refused',
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
        expect(answer?.status).toBe(400);
        expect(parse(answer?.body ?? '')).toMatchObject({
          code: 'Invalid Request',
          path: `${method} /v1/${group}/${path}`,
          message: 'key is not valid percent-encoding: a percent sign itself is written as %25',
        });
      }
      const kept = await send(`${gateway.url}/v1/${group}/${encodeURIComponent(path)}`, { token });
      expect(parse(kept.text)).toMatchObject({ key: path, name: 'a' });
    },
  );
});

test('a key of a session, too', async () => {
  const { token } = await mintKey();
  expect(await ask('GET /v1/sessions/%ff', token)).toMatchObject({ status: 400 });
});

test('a key in a path may be any text that is encoded', async () => {
  const { token } = await mintKey();
  for (const key of ['100%', '%ff', 'a/b', 'é', '%25', '🐢']) {
    await send(`${gateway.url}/v1/agents`, { token, body: JSON.stringify({ key, name: 'a' }) });
    const { text } = await send(`${gateway.url}/v1/agents/${encodeURIComponent(key)}`, { token });
    expect(parse(text)).toMatchObject({ key });
  }
});
