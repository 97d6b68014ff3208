import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { jsonTexts, naughtyStrings } from '../support/hostile/corpus.ts';
import { type HostileRequest, hostileRequest } from '../support/hostile/requests.ts';
import { type Exchange, faultsOf } from '../support/hostile/verdict.ts';
import { figure, report } from '../support/load/figures.ts';

const REQUESTS = figure(3_000, 90_000);
/** Requests made at a time, so that memory use stays small. */
const SHARE = 1_000;
const AT_ONCE = 32;

const gateway = useOwnGateway();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Rejects when there is no answer. */
async function exchange(token: string, { method, path, headers, body }: HostileRequest): Promise<Exchange> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const sent = request(`${gateway.url}${path}`, {
    agent,
    method,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...headers },
    timeout: 30_000,
  });
  sent.once('timeout', () => sent.destroy(new Error('no answer in 30 s')));
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  const text = (await buffer(response)).toString();
  const { statusCode: status = 0, rawHeaders } = response;
  const request_ = `${method} ${path} ${Object.values(headers).join(' ')} ${body ?? ''}`;
  return { path, sent: request_, status, headers: rawHeaders.join(' '), text };
}

/** Sends all; a failure shows the faults of answers beside the gateway's log. */
async function expectNoFaults(token: string, requests: readonly HostileRequest[]): Promise<void> {
  const faults = await sendAll(token, requests);
  expect(faults, gateway.output().slice(-4_000)).toEqual([]);
}

/** How many answers had which status. */
const statuses: Record<number, number> = {};

/** Sends all, some at a time; returns the first faults of their answers. */
async function sendAll(token: string, requests: readonly HostileRequest[]): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  const client = async () => {
    for (let i = next++; i < requests.length; i = next++) {
      const hostile = requests[i] as HostileRequest;
      const found = await exchange(token, hostile).then(noted, (error) => [`no answer: ${error}`]);
      faults.push(...found.map((fault) => `${fault}: ${JSON.stringify(hostile).slice(0, 600)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return faults.slice(0, 5);
}

function noted(answer: Exchange): string[] {
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  return faultsOf(answer);
}

const isAlive = async (token: string) =>
  expect((await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(minimal) })).status).toBe(
    201,
  );

test(`${REQUESTS} hostile requests over the three surfaces are answered without a 5xx or a leak`, {
  timeout: 1_800_000,
}, async () => {
  const { token } = await mintKey();
  for (let done = 0; done < REQUESTS; done += SHARE) {
    const numRuns = Math.min(SHARE, REQUESTS - done);
    const requests = fc.sample(hostileRequest, { numRuns, seed: done + 1 });
    await expectNoFaults(token, requests);
  }
  await isAlive(token);
  expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  const shares = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  report(
    `${REQUESTS} requests of an HTTP client over REST, GraphQL and tRPC (${shares.join(', ')}): no leak, every error of /v1 in the five fields`,
  );
});

const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
const endpoints = ['/v1/revenues', '/v1/events/batch', '/v1/customers', '/graphql', '/trpc/goals.record'];

test(`each of the ${jsonTexts.length} texts of JSONTestSuite gets a valid answer from every endpoint, as a body and in a field`, {
  timeout: 300_000,
}, async () => {
  const { token } = await mintKey();
  const requests = endpoints.flatMap((path) =>
    jsonTexts.flatMap((text) => [
      { ...post, path, body: text },
      {
        ...post,
        path,
        body: `{"goalKey":"a","amount":"1","metadata":${text},"variables":${text},"key":${text}}`,
      },
    ]),
  );
  await expectNoFaults(token, requests);
  report(
    `JSONTestSuite: ${jsonTexts.length} texts × ${endpoints.length} endpoints, as the body and as a field`,
  );
});

test(`each of the ${naughtyStrings.length} naughty strings is written and read back unchanged as key and text, or refused`, {
  timeout: 300_000,
}, async () => {
  const { token } = await mintKey();
  const requests = naughtyStrings.flatMap((text): HostileRequest[] => [
    {
      ...post,
      path: '/v1/revenues',
      body: JSON.stringify({ ...minimal, agentKey: text, description: text }),
    },
    {
      ...post,
      path: '/v1/customers',
      body: JSON.stringify({ key: text, name: text, metadata: { [text]: text } }),
    },
    {
      ...post,
      path: '/graphql',
      body: JSON.stringify({ query: `{ agent(key: ${JSON.stringify(text)}) { key } }` }),
    },
    {
      ...post,
      path: '/trpc/events.record',
      body: JSON.stringify({ type: text, model: text, toolKey: text }),
    },
    {
      method: 'GET',
      path: `/v1/agents/${encodeURIComponent(text.toWellFormed()) || '%20'}`,
      headers: {},
      body: undefined,
    },
  ]);
  await expectNoFaults(token, requests);
  const url = `${gateway.url}/v1/customers?limit=1000`;
  const kept = new Set(JSON.parse((await send(url, { token })).text).map(({ key }: { key: string }) => key));
  // Each refused text is empty, too long, invalid, or cannot be a path segment.
  const refused = naughtyStrings.filter((text) => !kept.has(text));
  const rest = refused.filter((text) => text !== '' && text.length <= 50 && !text.includes('\0'));
  expect(rest).toEqual(['.']);
  report(
    `Big List of Naughty Strings: ${naughtyStrings.length} strings × 5 calls; ${kept.size} stored unchanged`,
  );
});
