import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runOutturn } from '../support/load/run-outturn.ts';

/** A server that answers every request as `answer` says, and notes when they came. */
async function startServer(answer: (response: ServerResponse, n: number) => void) {
  const times: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    times.push(Date.now());
    answer(response, times.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times };
}

const seed = (url: string) => runOutturn('', 'seed', `--url=${url}`, '--api-key=x', '--days=1');
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();
const refuse = (response: ServerResponse) =>
  void response.writeHead(401).end(JSON.stringify({ code: 'Unauthorized', message: 'No key.' }));

// RFC 9110: seconds, or a date. A date had been taken for no wait at all, a thousand times a second, without end.
test('a server that says until when to wait is left alone until then', async () => {
  const until = inSeconds(4);
  const { url, times } = await startServer((response, n) => {
    if (Date.now() < Date.parse(until) || n === 1)
      response.writeHead(429, { 'retry-after': until }).end('Slow down.');
    else refuse(response);
  });
  const { code, errors } = await seed(url);
  expect(code).toBe(1);
  expect(errors).toContain('401 Unauthorized: No key.');
  const early = times.filter((time) => time < Date.parse(until));
  const first = times[0] ?? 0;
  expect(early.every((time) => time - first < 1_000)).toBe(true);
  expect(early.length).toBeLessThan(20);
});

test('one that says to come back tomorrow is given up', async () => {
  const { url, times } = await startServer((response) =>
    response.writeHead(429, { 'retry-after': inSeconds(86_400) }).end(),
  );
  const { code, errors } = await seed(url);
  expect(code).toBe(1);
  expect(errors).toMatch(/the server asks to wait 86[34]\d\d s/);
  expect(times.length).toBeLessThan(20);
});

test('redirects are not followed, as imports do not', async () => {
  const elsewhere = await startServer(refuse);
  const { url } = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const { code, errors } = await seed(url);
  expect(code).toBe(1);
  expect(errors).toContain(`a redirect to ${elsewhere.url}`);
  expect(elsewhere.times).toEqual([]);
});
