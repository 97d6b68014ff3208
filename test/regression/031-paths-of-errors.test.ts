import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

// They were decoded: a client could not find its request again, and a path could hold line breaks.
test.each([
  ['/v1/caf%C3%A9', '/v1/caf%C3%A9'],
  ['/v1/a%0d%0ab', '/v1/a%0d%0ab'],
  ['/v1/agents/a%20b%2Fc?limit=%20', '/v1/agents/a%20b%2Fc'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/v1/a%00', '/v1/a%00'],
  ['/v1/%', '/v1/%'],
  ['/v1?a=/b', '/v1'],
  // A server resolves dots before it looks for what is there.
  ['/v1/customers/../x', '/v1/x'],
])('an error at %s tells of %s', async (sent, shown) => {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const { received, closed } = await openRaw(gateway.url, rawRequest(`GET ${sent}`, { headers }));
  await closed;

  const { path } = parse<{ path: string }>(answersIn(received())[0]?.body ?? '');
  expect(path).toBe(`GET ${shown}`);
});
