import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useOwnGateway();

/** Sends the headers of a request and the first byte of its body. */
async function openHalf(line: string, more: Record<string, string> = {}) {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  return openRaw(gateway.url, `${rawRequest(line, { headers: { ...headers, 'content-length': 100 } })}{`);
}

describe.concurrent('a body that stops', () => {
  test.each([
    ['with the id that was sent', { 'x-request-id': 'slow-1' }, 'slow-1'],
    ['with an id of ours', {}, '[0-9a-f-]{36}'],
  ])('is answered with %s under the name of its request', async (_, headers, id) => {
    const { closed, received } = await openHalf('POST /v1/revenues?a=1', headers);
    await closed;

    expect(received()).toMatch(new RegExp(`\\r\\nX-Request-Id: ${id}\\r\\n`));
    const [answer, ...others] = answersIn(received());
    expect(others).toEqual([]);
    expect(parse(answer?.body ?? '')).toMatchObject({
      code: 'Invalid Request',
      path: 'POST /v1/revenues',
      message: expect.stringContaining('its headers within 10 seconds and all of it within 15'),
    });
    expect(gateway.output()).not.toContain('unexpected error');
  });

  test.each([
    ['/graphql', '"errors":[{'],
    ['/trpc/revenues.record', '"path":"revenues.record"'],
    ['/api/auth/sign-in/email', '"path":"POST /api/auth/sign-in/email"'],
  ])("at %s counts as the caller's fault, and is not logged", async (path, shown) => {
    const { closed, received } = await openHalf(`POST ${path}`);
    await closed;

    expect(received()).toContain(shown);
    expect(received()).toContain('its headers within 10 seconds and all of it within 15');
    expect(gateway.output()).not.toContain('unexpected error');
  });

  test.each(['end', 'resetAndDestroy'] as const)(
    'by %s of its connection is not logged either',
    async (how) => {
      const { socket, closed } = await openHalf('POST /v1/revenues');
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket[how]();
      await closed;
      await new Promise((resolve) => setTimeout(resolve, 1_500));

      expect(gateway.output()).not.toContain('unexpected error');
    },
  );
});

test('a body that is not HTTP is answered with the path as it was sent', async () => {
  const headers = { 'transfer-encoding': 'chunked' };
  const { token } = await mintKey();
  const lines = Object.entries({ host: 'a', authorization: `Bearer ${token}`, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const { closed, received } = await openRaw(
    gateway.url,
    `PATCH /v1/agents/caf%C3%A9 HTTP/1.1\r\ncontent-type: application/json\r\n${head}\r\n`,
  ).then(async (raw) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    raw.socket.write('nonsense\r\n');
    return raw;
  });
  await closed;

  expect(received()).toContain('"path":"PATCH /v1/agents/caf%C3%A9"');
  expect(received()).toContain('The request is not valid HTTP.');
  expect(gateway.output()).not.toContain('unexpected error');
});
