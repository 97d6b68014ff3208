import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { scrape, sumOf } from '../support/metrics.ts';
import { rawRequest } from '../support/raw-connection.ts';

const MiB = 1024 ** 2;
/** As in a container of 512 MiB, half of which Node.js gives to the heap. */
const MEMORY = 512 * MiB;
const NODE_OPTIONS = '--max-old-space-size=256';
const AT_ONCE = 20;

const store = usePrivateDatabase();
let gateway: Gateway;
let greedy: Account;
let neighbour: Account;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startGateway(store.url, { NODE_OPTIONS });
  greedy = await openAccount(store.database);
  neighbour = await openAccount(store.database);
  const long = 'x'.repeat(15_900);
  const agents = Array.from({ length: 1_000 }, (_, i) => ({ key: `agent ${i}`, metadata: { long } }));
  for (const agent of agents.slice(0, 100)) await post('agents', agent);
  for (let i = 0; i < 10; i++) {
    const goals = agents.slice(0, 100).map(({ key }, j) => ({
      goalKey: 'sold',
      agentKey: key,
      achievedAt: '2026-01-15T10:30:00.000Z',
      metadata: { long: `${i} ${j} ${long}` },
    }));
    expect(JSON.parse(await post('goals/batch', goals))).toMatchObject({ created: 100 });
  }
  // Three bytes for each letter, and six for each control character.
  for (const [type, letter] of [
    ['han', '\u6c49'],
    ['control', '\u0001'],
  ] as const) {
    const events = Array.from({ length: 60 }, (_, i) => ({
      type,
      metadata: { text: `${i} ${letter.repeat(2_600)}` },
    }));
    for (let i = 0; i < 12; i++)
      expect(JSON.parse(await post('events/batch', events))).toMatchObject({ created: 60 });
  }
}, 120_000);
afterAll(async () => {
  report(
    `${taken.length} shapes, one and ${AT_ONCE} at once: the longest stall was ${Math.max(...stalls).toFixed(2)} s`,
  );
  await gateway.stop();
});

async function post(path: string, body: unknown): Promise<string> {
  const answer = await send(`${gateway.url}/v1/${path}`, { token: greedy.token, body: JSON.stringify(body) });
  return answer.text;
}

/** Sends requests on a connection of their own, and reads nothing. */
function sendUnread(text: string): Promise<number> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(text);
  return sleep(1_000, 0);
}

const authorization = () => ({ authorization: `Bearer ${greedy.token}` });
const unread = (path: string, times = 1) =>
  sendUnread(rawRequest(`GET ${path}`, { headers: authorization() }).repeat(times));
const status = (path: string, body?: string) =>
  send(`${gateway.url}${path}`, { token: greedy.token, ...(body !== undefined && { body }) }).then(
    (answer) => answer.status,
  );
const graphql = (query: string) => status('/graphql', JSON.stringify({ query }));
const aliases = (field: string) => Array.from({ length: 20 }, (_, i) => `a${i}: ${field}`).join(' ');
const trpc = (procedure: string, calls: number, input: unknown) => {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, i) => [i, input]));
  const query = new URLSearchParams({ batch: '1', input: JSON.stringify(inputs) });
  return status(`/trpc/${Array(calls).fill(procedure).join(',')}?${query}`);
};
const byLong = (i: number) =>
  `a${i}: analytics(window: {from: "2026-01-01", to: "2026-02-01"}) {
    by(dimension: METADATA, metadataKey: "long", first: 1000) { key totals { goals } } }`;

/** Bodies of up to 8 MiB, which cost the most for each byte: deep, or of many small values. */
const LARGEST = 8 * MiB - 1024;
const repeated = (piece: string) => piece.repeat(Math.floor(LARGEST / piece.length));
const bodies: Record<string, () => string> = {
  brackets: () => repeated('['),
  'closed brackets': () => `[${'['.repeat(LARGEST / 2 - 1)}${']'.repeat(LARGEST / 2 - 1)}]`,
  'nested objects': () => repeated('{"a":'),
  numbers: () => `[${repeated('1,')}1]`,
  'long numbers': () => `[${repeated(`${'9'.repeat(1000)},`)}1]`,
  'empty objects': () => `[${repeated('{},')}{}]`,
  'one name many times': () => `{${repeated('"a":1,')}"a":1}`,
  'escaped letters': () => `"${repeated('\\u0000')}"`,
  quotes: () => repeated('"'),
  'items that are all wrong': () => `[${Array(1_000).fill(`{${wrongFields}}`).join()}]`,
};
const wrongFields = Array.from({ length: 400 }, (_, i) => `"x${i}":""`).join();
const places: Record<string, (body: string) => Promise<number>> = {
  'a batch': (body) => status('/v1/revenues/batch', body),
  'a record': (body) => status('/v1/revenues', body.slice(0, 1.9 * MiB)),
  'metadata of tRPC': (body) => status('/trpc/agents.create', `{"key":"a","metadata":${body}}`),
  'variables of GraphQL': (body) =>
    status('/graphql', `{"query":"{me}","variables":${body}}`.slice(0, 1.9 * MiB)),
};
const wrongBodies = Object.entries(bodies).flatMap(([body, text]) =>
  Object.entries(places).map(([place, ask]): [string, () => Promise<number>] => [
    `${place}: ${body}`,
    () => ask(text()),
  ]),
);

/** Each resolves to a status, or to 0 for requests whose answers nobody reads. */
const shapes: [string, () => Promise<number>][] = [
  ['a list of REST', () => status('/v1/goals?limit=1000')],
  ['a list of REST that nobody reads', () => unread('/v1/goals?limit=1000')],
  ['lists in one document', () => graphql(`{ ${aliases('goals(first: 1000) { nodes { id metadata } }')} }`)],
  [
    'metadata that is read once and shown often',
    () => graphql(`{ ${aliases('goals(first: 1000) { nodes { agent { metadata } } }')} }`),
  ],
  [
    'goals of each agent',
    () => graphql('{ agents(first: 1000) { nodes { goals(first: 100) { nodes { metadata } } } } }'),
  ],
  ...['han', 'control'].flatMap((type): [string, () => Promise<number>][] => [
    [
      `${type} letters in one document`,
      () =>
        graphql(`{ events(first: 1000, filter: {type: "${type}"}) { nodes { ${aliases('metadata')} } } }`),
    ],
    [`${type} letters in a batch of lists`, () => trpc('events.list', 10, { type, limit: 1000 })],
    [`${type} letters that nobody reads`, () => unread(`/v1/events?type=${type}&limit=1000`, 4)],
  ]),
  [
    'groups by a long value',
    () => graphql(`{ ${Array.from({ length: 10 }, (_, i) => byLong(i)).join(' ')} }`),
  ],
  ['a batch of lists', () => trpc('goals.list', 50, { limit: 1000 })],
  ['a batch of agents', () => trpc('agents.list', 50, { limit: 1000 })],
  ['pipelined lists', () => unread('/v1/goals?limit=1000', 16)],
  ['pipelined documents', () => unread('/v1/openapi.json', 16)],
  ['more pipelined documents than may wait', () => unread('/v1/openapi.json', 280)],
  ['streams that nobody reads', () => unread('/trpc/records.live?input={}')],
  ['pages that are not there', () => unread(`/v1/${'x'.repeat(8_000)}`, 280)],
  ['agents by name', () => status(`/v1/agents?limit=1000&search=${'agent '.repeat(40)}`)],
  ['fragments in fragments', () => graphql(nestedFragments(60))],
  ['a document of many tokens', () => graphql(`{ ${'a '.repeat(400_000)} }`)],
  ['a deep document', () => graphql(`${'{a'.repeat(300_000)}`)],
  ['a filter of many values', () => graphql(analyticsWith(Array(20_000).fill('"agent 1"').join()))],
  ['variables of unknown fields', () => status('/graphql', unknownFields)],
  ...wrongBodies,
];

const unknownFields = JSON.stringify({
  query: 'mutation($i: RecordEventInput!) { recordEvent(input: $i) { id } }',
  variables: { i: Object.fromEntries(Array.from({ length: 22_000 }, (_, i) => [`k${i}`, 0])) },
});

function nestedFragments(depth: number): string {
  const fragments = Array.from(
    { length: depth },
    (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`,
  );
  return `{ ...f0 } ${fragments.join(' ')} fragment f${depth} on Query { __typename }`;
}

function analyticsWith(values: string): string {
  return `{ analytics(window: {from: "2026-01-01", to: "2026-02-01"}, where: {agentKeys: [${values}]}) { totals { goals } } }`;
}

const file = (name: string) => `/proc/${gateway.child.pid}/${name}`;
/** The most memory that the process has had since the last call, in bytes. */
function peak(): number {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(file('status'), 'utf8')) ?? [];
  writeFileSync(file('clear_refs'), '5');
  return Number(kibibytes) * 1024;
}

/** For how long the process has answered nobody since the last call, at most, in seconds. */
async function longestStall(): Promise<number> {
  const { samples } = await scrape(gateway.url);
  return sumOf(samples, 'nodejs_eventloop_lag_max_seconds');
}
const stalls: number[] = [];

/** Calls of another account during `work`. */
async function watched<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  do {
    const answer = await send(`${gateway.url}/v1/revenues`, {
      token: neighbour.token,
      body: JSON.stringify(minimal),
    });
    expect(answer.status, 'a call of another account').toBe(201);
  } while (!isOver);
  return over;
}

/** A sample takes every third shape, which keeps one of each surface. */
const taken = shapes.filter((_, i) => i % figure(3, 1) === 0);

describe.runIf(process.platform === 'linux').each(taken)('%s', (_, ask) => {
  test.each([1, AT_ONCE])(
    '%i at once leave memory and time to others',
    { timeout: 300_000 },
    async (times) => {
      peak();
      await longestStall();
      const statuses = await watched(Promise.all(Array.from({ length: times }, ask)));
      for (const socket of sockets.splice(0)) socket.destroy();
      expect(statuses.filter((one) => ![0, 200, 207, 400, 429].includes(one))).toEqual([]);
      const stall = await longestStall();
      stalls.push(stall);
      expect(stall, 'seconds without another call').toBeLessThan(bound(5, 1));
      expect(peak()).toBeLessThan(MEMORY);
      expect(gateway.child.exitCode).toBeNull();
    },
  );
});
