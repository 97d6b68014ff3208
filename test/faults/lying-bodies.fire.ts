import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { probed } from '../support/process-probe.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const ROUNDS = figure(1, 20);
const AT_ONCE = figure(8, 100);
const MOST_GROWTH = 20e6;
const MiB = 1024 ** 2;

const store = usePrivateDatabase();
const gateways = useGateways();
const { env, probe } = probed();
const uploading: (() => void)[] = [];
let url: string;
beforeAll(async () => {
  ({ url } = await gateways.start(store.url, env));
});
afterAll(() => {
  for (const end of uploading) end();
});

type Upload = { name: string; path: string; length: string; pieces: string[]; status: number | 'none' };

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunks = Array.from({ length: 40 }, () => chunk(' '.repeat(64 * 1024)));
const megabytes = Array.from({ length: 40 }, () => ' '.repeat(64 * 1024));

/** Bodies that are too large, or contradict their headers. */
const uploads: Upload[] = [
  {
    name: 'too long, as it says',
    path: '/v1/revenues',
    length: `content-length: ${2.5 * MiB}`,
    pieces: megabytes,
    status: 400,
  },
  {
    name: 'too long in chunks',
    path: '/v1/revenues',
    length: 'transfer-encoding: chunked',
    pieces: [...chunks, '0\r\n\r\n'],
    status: 400,
  },
  {
    name: 'too long for GraphQL',
    path: '/graphql',
    length: 'transfer-encoding: chunked',
    pieces: [...chunks, '0\r\n\r\n'],
    status: 400,
  },
  {
    name: 'a terabyte that never comes',
    path: '/v1/revenues',
    length: 'content-length: 1099511627776',
    pieces: ['{'],
    status: 400,
  },
  {
    name: 'endless chunks',
    path: '/trpc/revenues.record',
    length: 'transfer-encoding: chunked',
    pieces: [...chunks, ...chunks, ...chunks, ...chunks],
    status: 400,
  },
  {
    name: 'chunks that are no chunks',
    path: '/v1/revenues',
    length: 'transfer-encoding: chunked',
    pieces: ['zz\r\n{}\r\n'],
    status: 400,
  },
  {
    name: 'two lengths',
    path: '/v1/revenues',
    length: 'content-length: 2\r\ncontent-length: 3',
    pieces: ['{}'],
    status: 400,
  },
  {
    name: 'a length and chunks',
    path: '/v1/revenues',
    length: 'content-length: 2\r\ntransfer-encoding: chunked',
    pieces: [chunk('{}'), '0\r\n\r\n'],
    status: 400,
  },
  {
    name: 'a negative length',
    path: '/v1/revenues',
    length: 'content-length: -2',
    pieces: ['{}'],
    status: 400,
  },
  {
    name: 'shorter than it says, then gone',
    path: '/v1/revenues',
    length: 'content-length: 1000000',
    pieces: ['{"amount":'],
    status: 'none',
  },
];

/**
 * Whether concurrent bodies exceed an account's memory budget, so that they are refused with 429 before they are too
 * large.
 */
function isMoreThanFits({ path }: Upload, atOnce: number): boolean {
  const limit = path.startsWith('/trpc/') ? 8 * MiB : MiB;
  return atOnce * limit > 64 * MiB;
}

/** Sends as much as possible; resolves to the status of the first answer, or none when the sender failed first. */
async function upload(token: string, { path, length, pieces, status }: Upload) {
  const head = rawRequest(`POST ${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const { socket, received, closed } = await openRaw(url, head.replace(/content-length: 0/, length));
  uploading.push(() => socket.destroy());
  for (const piece of pieces) {
    if (!socket.writable) break;
    if (!socket.write(piece))
      await new Promise<void>((resolve) => void socket.once('drain', resolve).once('close', resolve));
  }
  if (status === 'none') socket.destroy();
  else
    for (let i = 0; i < 400 && answersIn(received()).length === 0 && !socket.destroyed; i++) await sleep(25);
  const [first] = answersIn(received());
  socket.destroy();
  await closed;
  return first?.status ?? 'none';
}

test(`bodies that are too large or contradict their headers are refused, ${ROUNDS} × ${AT_ONCE} of each, and leave nothing in memory`, {
  timeout: 1_200_000,
}, async () => {
  const { token } = await openAccount(store.database);
  const round = async (atOnce: number) => {
    for (const one of uploads) {
      const statuses = await Promise.all(Array.from({ length: atOnce }, () => upload(token, one)));
      const refused = statuses.filter((status) => !(isMoreThanFits(one, atOnce) && status === 429));
      expect([...new Set(refused)], one.name).toEqual([one.status]);
    }
    await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  };
  // The first round warms up compiled code and the heap of a busy server.
  await round(AT_ONCE);
  await sleep(1_000);
  const before = await probe();
  for (let i = 0; i < ROUNDS; i++) await round(AT_ONCE);
  await sleep(1_000);
  const after = await probe();

  const grown = after.heap + after.external - before.heap - before.external;
  expect(grown).toBeLessThan(MOST_GROWTH);
  expect(after.descriptors).toBeLessThan(before.descriptors + 10);
  expect((await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) })).status).toBe(201);
  const count = uploads.length * ROUNDS * AT_ONCE;
  const megabytesOf = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  report(
    `${count} oversized, chunked and lying bodies, ${AT_ONCE} at once: each refused; memory after a collection grew by ` +
      `${megabytesOf(grown)}, resident ${megabytesOf(before.resident)} → ${megabytesOf(after.resident)}`,
  );
});

const TINY_CHUNKS = 300_000;

test(`a body in ${TINY_CHUNKS} chunks of one byte takes only as much memory as it has bytes`, {
  timeout: 120_000,
}, async () => {
  const { token } = await openAccount(store.database);
  const before = await probe();
  const byByte = (text: string) => [...text].map(chunk).join('');
  const head = [
    'POST /v1/revenues/batch HTTP/1.1',
    'host: outturn',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
    '\r\n',
  ].join('\r\n');
  const { socket, received } = await openRaw(url, head + byByte(`[${JSON.stringify(minimal)}`));
  uploading.push(() => socket.destroy());
  await new Promise<void>((resolve, reject) =>
    socket.write(byByte(' ').repeat(TINY_CHUNKS), (error) => (error ? reject(error) : resolve())),
  );
  // Longer than the gateway takes to read the buffers of the system.
  let grown = 0;
  for (let i = 0; i < 10; i++) {
    await sleep(200);
    const { heap, external } = await probe();
    grown = Math.max(grown, heap + external - before.heap - before.external);
  }
  expect(grown).toBeLessThan(MOST_GROWTH);

  socket.write(`${byByte(']')}0\r\n\r\n`);
  await waitUntil('an answer', () => answersIn(received()).length > 0);
  expect(answersIn(received())[0]?.status, received()).toBe(200);
});
