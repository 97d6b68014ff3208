import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RetryPolicy } from './retry-policy.ts';
import { sendBatch } from './send-batch.ts';

type Item = { idempotencyKey: string };
type Answer = { status?: number; headers?: Record<string, string>; body: unknown } | 'hang up';

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers the nth request as `answer` says, and an import's way to it. */
async function setUp(answer: (items: Item[], n: number) => Answer) {
  const requests: string[][] = [];
  server = createServer(async (request, response) => {
    const items = JSON.parse((await request.toArray()).join('')) as Item[];
    requests.push(items.map(({ idempotencyKey }) => idempotencyKey));
    const answered = answer(items, requests.length);
    if (answered === 'hang up') return void request.socket.destroy();
    response.writeHead(answered.status ?? 200, answered.headers).end(JSON.stringify(answered.body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/batch`;
  const notes: (string | undefined)[] = [];
  const retries = new RetryPolicy((note) => notes.push(note), {
    firstPause: 1,
    longestPause: 5,
    giveUpAfter: 400,
  });
  const send = (keys: string[], signal = AbortSignal.timeout(20_000)) =>
    sendBatch(
      { url, headers: new Headers() },
      keys.map((idempotencyKey) => JSON.stringify({ idempotencyKey })),
      { retries, signal },
    );
  return { send, requests, notes };
}

const created = { status: 'created', record: { id: 'r' } };
const failed = (code: string) => ({ status: 'rejected', error: { code, message: 'So it is.' } });
const all = (items: Item[], result: unknown = created) => ({ body: { results: items.map(() => result) } });

test('lost connections, 408, 429 and 5xx are tried again, and the wait is as long as the server asks', async () => {
  const answers: Answer[] = ['hang up', { status: 503, body: '' }, { status: 408, body: '' }];
  answers.push({
    status: 429,
    headers: { 'retry-after': '0' },
    body: { code: 'Rate Limit Exceeded', message: 'Slow.' },
  });
  const { send, requests, notes } = await setUp((items, n) => answers[n - 1] ?? all(items));
  expect(await send(['a', 'b'])).toMatchObject([{ status: 'created' }, { status: 'created' }]);
  expect(requests).toHaveLength(5);
  expect(notes.at(-2)).toContain('429 Rate Limit Exceeded: Slow.');
  expect(notes.at(-1)).toBeUndefined();
});

test('items that fail for a reason of the server go again, the others do not', async () => {
  const { send, requests } = await setUp((items, n) => ({
    body: {
      results: items.map(({ idempotencyKey }) => {
        if (idempotencyKey === 'bad') return failed('Invalid Request');
        return idempotencyKey === 'late' && n < 3
          ? failed(n === 1 ? 'Server Error' : 'Rate Limit Exceeded')
          : created;
      }),
    },
  }));
  const results = await send(['bad', 'late', 'good']);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'created', 'created']);
  expect(requests).toEqual([
    ['bad', 'late', 'good'],
    ['late', 'good'],
    ['late', 'good'],
  ]);
});

test('a row that always fails while others do not is rejected in the end', async () => {
  const { send } = await setUp((items) => ({
    body: {
      results: items.map(({ idempotencyKey }) =>
        idempotencyKey === 'poison' ? failed('Server Error') : created,
      ),
    },
  }));
  const results = await send(['good', 'poison']);
  expect(results.map(({ status }) => status)).toEqual(['created', 'rejected']);
});

test('an outage is given up after a while, whether it shows per request, per item or as a long wait', async () => {
  const perItem = await setUp((items) => all(items, failed('Server Error')));
  await expect(perItem.send(['a', 'b'])).rejects.toThrow(
    'Gave up after 0.4 s without progress: the server answers Server Error',
  );
  const headers = { 'retry-after': '3600' };
  for (const answer of [
    () => ({ status: 429, headers, body: '' }),
    (items: Item[]) => ({ headers, ...all(items, failed('Rate Limit Exceeded')) }),
  ]) {
    server?.close();
    const asked = await setUp(answer);
    await expect(asked.send(['a'])).rejects.toThrow('the server asks to wait 3600 s');
    expect(asked.requests).toHaveLength(1);
  }
});

test.each([
  [{ status: 401, body: { code: 'Unauthorized', message: 'No key.' } }, '401 Unauthorized: No key.'],
  [
    { status: 302, headers: { location: 'https://x.example/' }, body: '' },
    'a redirect to https://x.example/',
  ],
  [{ body: 'Welcome' }, 'Check the URL.'],
  [{ body: { results: [] } }, 'Check the URL.'],
] satisfies [Answer, string][])(
  'an import ends at an error that a retry cannot mend: %j',
  async (answer, message) => {
    const { send, requests } = await setUp(() => answer);
    await expect(send(['a'])).rejects.toThrow(message);
    expect(requests).toHaveLength(1);
  },
);

test('an import that is stopped does not wait any longer', async () => {
  const { send } = await setUp(() => 'hang up');
  await expect(send(['a'], AbortSignal.timeout(50))).rejects.toMatchObject({
    name: expect.stringMatching(/Timeout|Abort/),
  });
});
