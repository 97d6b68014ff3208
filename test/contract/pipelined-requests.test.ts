import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();

async function record() {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return rawRequest('POST /v1/revenues', { headers, body: JSON.stringify(minimal) });
}

test('pipelined requests get their own answers before invalid bytes behind them are refused', async () => {
  const good = await record();
  const { received, closed } = await openRaw(gateway.url, `${good}${good}nonsense\r\n\r\n`);
  await closed;
  const answers = answersIn(received());
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  expect(answers[2]?.body).toContain('not valid HTTP');
});

test('a broken body behind a request is refused in order', async () => {
  const good = await record();
  const broken = (await record()).replace(/content-length: \d+/, 'transfer-encoding: chunked');
  const { received, closed } = await openRaw(gateway.url, `${good}${broken.slice(0, -10)}`);
  await closed;
  expect(answersIn(received()).map(({ status }) => status)).toEqual([201, 400]);
});

test('invalid bytes alone are refused, and the connection is closed', async () => {
  const { received, closed } = await openRaw(gateway.url, 'nonsense\r\n\r\n');
  await closed;
  const [{ status = 0, body = '' } = {}] = answersIn(received());
  expect(status).toBe(400);
  expect(received()).toMatch(/\r\nConnection: close\r\n/i);
  expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message', 'path', 'status', 'timestamp']);
});

test('an HTTP/1.0 probe without a Host header is answered', async () => {
  const { received, closed } = await openRaw(gateway.url, 'GET /readyz HTTP/1.0\r\n\r\n');
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"status":"ready"\}$/s);
});
