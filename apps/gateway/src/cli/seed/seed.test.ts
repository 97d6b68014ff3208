import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoEntities } from '@outturn/demo-data';
import { expect, onTestFinished, test } from 'vitest';
import { seed } from './seed.ts';

/** A server that answers every request as `answer` says, and notes what was asked when. */
async function startServer(answer: (response: ServerResponse, n: number) => void) {
  const requests: { path: string; at: number }[] = [];
  const server = createServer((request, response) => {
    request.resume();
    requests.push({ path: `${request.url}`, at: Date.now() });
    answer(response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const silent = {
  start: () => undefined,
  update: () => undefined,
  note: () => undefined,
  stop: () => undefined,
};
const seedTo = (url: string) =>
  seed({
    url,
    apiKey: 'x',
    data: { days: 1, sessions: 60, seed: 'demo', until: new Date() },
    progress: silent,
    signal: new AbortController().signal,
  });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();
const refuse = (response: ServerResponse) =>
  void response.writeHead(401).end(JSON.stringify({ code: 'Unauthorized', message: 'No key.' }));

// RFC 9110: seconds, or a date.
test('a server that says until when to wait is left alone until then', async () => {
  const until = inSeconds(2);
  const { url, requests } = await startServer((response, n) => {
    if (Date.now() < Date.parse(until) || n === 1)
      response.writeHead(429, { 'retry-after': until }).end('Slow down.');
    else refuse(response);
  });
  await expect(seedTo(url)).rejects.toThrow('401 Unauthorized: No key.');
  const early = requests.filter(({ at }) => at < Date.parse(until));
  // Each of those that go first and together was sent once.
  expect(early.every(({ path }) => path === '/v1/goal-types')).toBe(true);
  expect(early.length).toBeLessThanOrEqual(demoEntities().goalTypes.length);
});

test('a server that says to come back tomorrow is given up', async () => {
  const { url, requests } = await startServer((response) =>
    response.writeHead(429, { 'retry-after': inSeconds(86_400) }).end(),
  );
  await expect(seedTo(url)).rejects.toThrow(/the server asks to wait 86[34]\d\d s/);
  expect(requests.length).toBeLessThan(20);
});

test('redirects are not followed', async () => {
  const elsewhere = await startServer(refuse);
  const { url } = await startServer((response) => response.writeHead(307, { location: elsewhere.url }).end());
  await expect(seedTo(url)).rejects.toThrow(`a redirect to ${elsewhere.url}`);
  expect(elsewhere.requests).toEqual([]);
});
