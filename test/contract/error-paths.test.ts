import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

// A decoded path could hold line breaks, and a client could not find its request again.
test.each([
  ['/v1/caf%C3%A9', '/v1/caf%C3%A9'],
  ['/v1/a%0d%0ab', '/v1/a%0d%0ab'],
  ['/v1/agents/a%20b%2Fc?limit=%20', '/v1/agents/a%20b%2Fc'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/v1/a%00', '/v1/a%00'],
  ['/v1/%', '/v1/%'],
  ['/v1?a=/b', '/v1'],
  // A server resolves dots before it routes a path.
  ['/v1/customers/../x', '/v1/x'],
])('an error at %s names the path as it was sent: %s', async (sent, shown) => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const { received, closed } = await openRaw(gateway.url, rawRequest(`GET ${sent}`, { headers }));
  await closed;

  const { path } = parse<{ path: string }>(answersIn(received())[0]?.body ?? '');
  expect(path).toBe(`GET ${shown}`);
});

test.each([
  ['GET', '/caf%C3%A9', 'There is nothing at /caf%C3%A9.'],
  ['PUT', '/docs/a%0ab', 'There is nothing at /docs/a%0ab.'],
  ['GET', '/v1/caf%C3%A9?limit=1', 'There is no endpoint GET /v1/caf%C3%A9.'],
])('the message of %s %s names the path as it was sent', async (method, path, message) => {
  const { token } = await mintKey();
  const { text } = await send(`${gateway.url}${path}`, { method, token });
  expect(parse(text)).toMatchObject({ message, path: `${method} ${path.split('?')[0]}` });
});
