import type { AppRouter } from '@outturn/trpc';
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw } from '../support/raw-connection.ts';

const gateway = useGateway();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${(await mintKey()).token}`;
  // From here on the gateway caches the key, so it reads a body as soon as its request begins.
  await fetch(`${gateway.url}/v1/agents`, { headers: { authorization } });
});

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const sending =
  (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Fetch =>
  (url, init) =>
    fetch(url, {
      ...init,
      method: 'POST',
      headers: { ...headersOf(init), 'content-type': 'application/json', authorization, ...headers },
      body,
    });

/** Sends a chunk of invalid length once the handler of the request waits for its body. */
const sendingNoHttp: Fetch = async (url, init) => {
  const { pathname, search } = new URL(String(url));
  const lines = { host: 'a', authorization, 'content-type': 'application/json', ...headersOf(init) };
  const head = Object.entries({ ...lines, 'transfer-encoding': 'chunked', expect: '100-continue' });
  const { closed, received, socket } = await openRaw(
    gateway.url,
    `POST ${pathname}${search} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  await expect.poll(received).toContain(CONTINUE);
  socket.write('4\r\n{"a"\r\nnonsense\r\n');
  await closed;
  const answered = received().replace(CONTINUE, '');
  const [answer] = answersIn(answered);
  const type = /content-type: (.*)\r/i.exec(answered)?.[1] ?? '';
  return new Response(answer?.body ?? '', { status: answer?.status ?? 0, headers: { 'content-type': type } });
};

/** Sent once the request has reached its handler. */
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

const headersOf = (init?: RequestInit) => init?.headers as Record<string, string> | undefined;

const faults: [what: string, send: Fetch, code: string, message: string | RegExp][] = [
  ['not JSON', sending('{"a":'), 'Invalid JSON', /is not valid JSON\.$/],
  ['not UTF-8', sending(new Uint8Array([0xff])), 'Invalid JSON', 'The request body is not valid UTF-8.'],
  [
    'too large',
    sending('x'.repeat(9_000_000)),
    'Invalid Request',
    /^The request body is larger than \d+ KiB/,
  ],
  [
    'not announced as JSON',
    sending('{}', { 'content-type': 'text/plain' }),
    'Invalid Request',
    /must be JSON/,
  ],
  [
    'announced in another charset',
    sending('{}', { 'content-type': 'application/json; charset=iso-8859-1' }),
    'Invalid Request',
    /must be JSON in UTF-8/,
  ],
  ['nested too deeply', sending('['.repeat(200_000)), 'Invalid Request', /is nested deeper than 64 levels/],
  ['compressed', sending('{}', { 'content-encoding': 'gzip' }), 'Invalid Request', /has a Content-Encoding/],
  ['not HTTP', sendingNoHttp, 'Invalid Request', 'The request is not valid HTTP.'],
];

describe.each(faults)('a body that is %s', (_, send, error, text) => {
  const message = typeof text === 'string' ? text : expect.stringMatching(text);

  test.each(['one by one', 'in batches'])(
    'is an error of Outturn for a tRPC client that sends calls %s',
    async (how) => {
      const options = { url: `${gateway.url}/trpc`, fetch: send as typeof fetch };
      const link = how === 'in batches' ? httpBatchLink(options) : httpLink(options);
      const client = createTRPCClient<AppRouter>({ links: [link] });
      const calls = [client.revenues.record.mutate(minimal), client.revenues.record.mutate(minimal)];
      for (const call of await Promise.allSettled(calls)) {
        const failure = call.status === 'rejected' ? call.reason : undefined;
        expect(failure).toBeInstanceOf(TRPCClientError);
        expect(failure).toMatchObject({
          message,
          data: { error, code: expect.stringMatching(/^(BAD_REQUEST|PARSE_ERROR)$/), httpStatus: 400 },
        });
      }
    },
  );

  test.each(['application/json', 'application/graphql-response+json'])(
    'is a GraphQL error for a client that accepts %s',
    async (accept) => {
      const response = await send(`${gateway.url}/graphql`, { headers: { accept } });
      expect(response.status).toBeOneOf([400, 415]);
      expect(response.headers.get('content-type')).toContain(accept);
      const body = parse(await response.text());
      expect(body).toEqual({ errors: [{ message, extensions: { code: error, status: 400 } }] });
    },
  );
});

test('a tRPC input in the URL that is not JSON is refused as Invalid JSON', async () => {
  const response = await fetch(`${gateway.url}/trpc/revenues.list?input=%7B`, { headers: { authorization } });
  expect(await response.json()).toMatchObject({
    error: { message: 'The input is not valid JSON.', data: { error: 'Invalid JSON' } },
  });
});

test('a tRPC path that cannot be decoded is refused with JSON', async () => {
  const response = await fetch(`${gateway.url}/trpc/%E0%A4%A`, { headers: { authorization } });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/json');
});
