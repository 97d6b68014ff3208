import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

// Messages had it decoded, line breaks included.
test.each([
  ['GET', '/caf%C3%A9', 'There is nothing at /caf%C3%A9.'],
  ['PUT', '/docs/a%0ab', 'There is nothing at /docs/a%0ab.'],
  ['GET', '/v1/caf%C3%A9?limit=1', 'There is no endpoint GET /v1/caf%C3%A9.'],
])('the message of %s %s has the path as it was sent', async (method, path, message) => {
  const authorization = `Bearer ${(await mintKey()).token}`;
  const response = await fetch(`${gateway.url}${path}`, { method, headers: { authorization } });
  expect(await response.json()).toMatchObject({ message, path: `${method} ${path.split('?')[0]}` });
});
