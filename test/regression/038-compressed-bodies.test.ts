import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
const doors = [
  '/v1/revenues',
  '/v1/revenues/batch',
  '/v1/agents',
  '/graphql',
  '/trpc/revenues.record',
  '/trpc/agents.create',
];
const message = 'The body has a Content-Encoding. Send it uncompressed, without that header.';

// The bytes were told to be no valid UTF-8.
test.each([...doors, '/api/auth/sign-in/email'])(
  'a compressed body at %s is told to be sent uncompressed',
  async (path) => {
    const { token } = await mintKey();
    const body = gzipSync(JSON.stringify(minimal));
    const headers = { 'content-encoding': 'gzip' };
    const { status, text } = await send(`${gateway.url}${path}`, { token, headers, body });

    expect(status).toBe(400);
    expect(text).toContain(message);
    if (doors.includes(path)) expect(text).toContain('"Invalid Request"');
  },
);

test('a body whose encoding is identity is read', async () => {
  const { token } = await mintKey();
  const headers = { 'content-encoding': 'identity' };
  const { status } = await send(`${gateway.url}/v1/revenues`, {
    token,
    headers,
    body: JSON.stringify(minimal),
  });
  expect(status).toBe(201);
});
