import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

// The refusal of what is not HTTP was written at once, and so was read as the answer to the request before it, whose
// record was written all the same.

const gateway = useGateway();

async function record() {
  const { token } = await mintKey();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return rawRequest('POST /v1/revenues', { headers, body: JSON.stringify(minimal) });
}

test('a request gets its own answer, and nonsense behind it on the connection the refusal', async () => {
  const good = await record();
  const { received, closed } = await openRaw(gateway.url, `${good}${good}nonsense\r\n\r\n`);
  await closed;
  const answers = answersIn(received());
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  expect(answers[2]?.body).toContain('not valid HTTP');
});

test('a broken body behind a request is refused in its turn', async () => {
  const good = await record();
  const broken = (await record()).replace(/content-length: \d+/, 'transfer-encoding: chunked');
  const { received, closed } = await openRaw(gateway.url, `${good}${broken.slice(0, -10)}`);
  await closed;
  expect(answersIn(received()).map(({ status }) => status)).toEqual([201, 400]);
});

test('nonsense alone is refused, and the connection closed', async () => {
  const { received, closed } = await openRaw(gateway.url, 'nonsense\r\n\r\n');
  expect(await closed).toBeLessThan(5_000);
  const [{ status = 0, body = '' } = {}] = answersIn(received());
  expect(status).toBe(400);
  expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message', 'path', 'status', 'timestamp']);
});
