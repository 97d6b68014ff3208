import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { useGateway } from '../support/drivers/surfaces.ts';
import '../support/openapi/only-listed-statuses.ts';

const gateway = useGateway();

test('the guard of all tests refuses an unlisted status of /v1', async () => {
  const server = createServer((_, response) => response.writeHead(413).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  await expect(fetch(`http://127.0.0.1:${port}/v1/revenues`)).rejects.toThrow('answered with 413');
  expect((await fetch(`http://127.0.0.1:${port}/graphql`)).status).toBe(413);
  server.close();
});

/** Requests that no HTTP library sends; Node.js answers some of them by itself. */
const oddities: [name: string, head: string][] = [
  ['an expectation that nobody knows', 'GET /v1/revenues HTTP/1.1\r\nHost: x\r\nExpect: a miracle'],
  [
    'an upgrade to another protocol',
    'GET /v1/revenues HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x',
  ],
  ['a method that nobody uses', 'QUERY /v1/revenues HTTP/1.1\r\nHost: x'],
  ['two lengths', 'POST /v1/revenues HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked'],
  ['headers without end', `GET /v1/revenues HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`],
  ['no host', 'GET /v1/revenues HTTP/1.1'],
  ['a host that is none', 'GET /v1/revenues HTTP/1.1\r\nHost: a b'],
];

test.each(oddities)('%s is answered with an error object of a listed status', async (_, head) => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  // The socket stays open: Node.js treats a half-closed connection as abandoned.
  socket.write(`${head}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.endsWith('}')) break;
  }
  const [headers = '', body = ''] = answer.split('\r\n\r\n');

  expect(Number(headers.slice(9, 12))).toBeOneOf([400, 401, 404]);
  expect(JSON.parse(body)).toMatchObject({ status: Number(headers.slice(9, 12)) });
});
