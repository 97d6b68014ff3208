import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { rawRequests } from '../support/hostile/raw-requests.ts';
import { isFiveFields } from '../support/hostile/verdict.ts';
import { figure, report } from '../support/load/figures.ts';

const REQUESTS = figure(600, 10_000);
const AT_ONCE = 64;

const gateway = useOwnGateway();

/** Sends bytes and half-closes; resolves to all bytes that arrived before the server closed. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')));
    let answer = '';
    socket.setEncoding('latin1');
    socket.setTimeout(25_000, () => reject(new Error('the connection stays open')));
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

/** The faults of an answer, of which a missing answer is one; empty when there are none. */
function faultsOf(answer: string): string[] {
  if (answer === '') return [];
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const status = Number(code);
  if (code === undefined || status >= 500) return [`answered ${head.slice(0, 100)}`];
  // An error of the parser itself closes the connection and has no request id.
  const isOfParser = status >= 400 && /connection: close/i.test(head) && !/x-request-id/i.test(head);
  const isJson = /content-type: application\/json/i.test(head);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = rest.join('\r\n\r\n').slice(0, length);
  if (isOfParser && isJson && !isFiveFields(body, status))
    return [`not the error object: ${body.slice(0, 200)}`];
  if (isOfParser && !isJson) return [`not JSON: ${head.slice(0, 300)}`];
  return /\b(server|x-powered-by): /i.test(head) ? ['tells what it runs on'] : [];
}

test(`${REQUESTS} malformed requests are answered with the error object, or not at all`, {
  timeout: 900_000,
}, async () => {
  const faults: string[] = [];
  const tally = { answered: 0, silent: 0 };
  const requests = fc.sample(rawRequests, { numRuns: REQUESTS, seed: 7 });
  let next = 0;
  const client = async () => {
    for (let i = next++; i < requests.length; i = next++) {
      const bytes = requests[i] ?? '';
      const answer = await exchange(bytes).catch((error) => `${error}`);
      tally[answer === '' ? 'silent' : 'answered']++;
      faults.push(...faultsOf(answer).map((fault) => `${fault}: ${JSON.stringify(bytes).slice(0, 400)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));

  expect(faults.slice(0, 5)).toEqual([]);
  expect(tally.answered).toBeGreaterThan(REQUESTS / 2);
  const { token } = await mintKey();
  expect((await send(`${gateway.url}/v1/revenues`, { token })).status).toBe(200);
  expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  report(
    `${REQUESTS} requests as raw bytes: ${tally.answered} answered, 0 × 5xx; errors of the HTTP parser in the five fields`,
  );
});
