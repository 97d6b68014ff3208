import { changePlan } from '@outturn/service';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(inject('databaseUrl'), { RATE_LIMITS: 'free=5,pro=20', REDIS_URL: '' });
});
afterAll(() => gateway.stop());

const batchOf = (count: number) => JSON.stringify(Array.from({ length: count }, () => minimal));

test.each(['/v1/revenues', '/v1/revenues/batch', '/graphql', '/trpc/revenues.record'])(
  'a caller over the limit is refused at %s before the body is read',
  async (path) => {
    const { token } = await mintKey({ plan: 'free' });
    const list = () => send(`${gateway.url}/v1/revenues?limit=1`, { token });
    for (let i = 0; i < 6; i++) await list();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': 1_000_000,
    };
    const { socket, received } = await openRaw(gateway.url, rawRequest(`POST ${path}`, { headers }));
    // No byte of the body is sent.
    await expect.poll(() => answersIn(received()).map(({ status }) => status)).toEqual([429]);
    expect(received()).toMatch(/^retry-after: \d+\r$/im);
    expect(received()).toMatch(/^x-ratelimit-remaining: 0\r$/im);
    expect(received()).toContain('Rate Limit Exceeded');
    socket.destroy();
  },
);

test('another plan applies its limit at once', async () => {
  const { token, developer } = await mintKey({ plan: 'free' });
  const list = () => send(`${gateway.url}/v1/revenues?limit=1`, { token });
  for (let i = 0; i < 6; i++) await list();
  expect((await list()).status).toBe(429);
  await changePlan(await testDatabase(), developer, 'pro');
  await expect.poll(async () => (await list()).status).toBe(200);
});

test('a batch that costs more than the whole limit is refused with the advice to split it', async () => {
  const { token } = await mintKey({ plan: 'free' });
  const url = `${gateway.url}/v1/revenues/batch`;
  const { status, text, headers } = await send(url, { token, body: batchOf(501) });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: 'Invalid Request' });
  expect(text).toMatch(/costs as much as 6 calls.*plan free allows 5 a minute.*Split it/);
  expect(headers.has('retry-after')).toBe(false);
  expect(headers.get('x-ratelimit-remaining')).toBe('4');
  expect((await send(url, { token, body: batchOf(400) })).status).toBe(200);
});

test('a body that cannot be read costs one call, like any other', async () => {
  const { token } = await mintKey({ plan: 'pro' });
  const { headers } = await send(`${gateway.url}/v1/revenues`, { token, body: '{' });
  expect(headers.get('x-ratelimit-remaining')).toBe('19');
});
