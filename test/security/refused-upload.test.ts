import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

type Upload = { agent: Agent; token: string; path: string; pieces: readonly string[]; isChunked: boolean };
type Answer = { status: number | undefined; body: string; isClosing: boolean; isClosed: () => boolean };

/** Posts pieces one by one, with their length in the header or chunked. Rejects when the answer cannot be read. */
function post({ agent, token, path, pieces, isChunked }: Upload): Promise<Answer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(!isChunked && { 'content-length': length }),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${gateway.url}${path}`, { agent, method: 'POST', headers }, (response) => {
      const { socket, statusCode: status } = response;
      const isClosing = response.headers.connection === 'close';
      text(response).then(
        (body) => resolve({ status, body, isClosing, isClosed: () => socket.destroyed }),
        reject,
      );
    });
    call.on('error', reject);
    for (const piece of pieces) call.write(piece);
    call.end();
  });
}

const paths = ['/v1/revenues', '/graphql'];
const ways = [
  { way: 'in chunks', isChunked: true },
  { way: 'with its length', isChunked: false },
];

// A client that is still sending must be able to read why it was refused (RFC 9112, 9.6), and its next request must
// not meet a connection that was closed without an answer.
test.each(paths.flatMap((path) => ways.map((way) => ({ path, ...way }))))(
  'an upload of 2 MiB $way to $path is refused, and the connection stays usable',
  async ({ path, isChunked }) => {
    const { token } = await mintKey();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const pieces = Array.from({ length: 32 }, () => ' '.repeat(64 * 1024));

    const refused = await post({ agent, token, path, pieces, isChunked });
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('Invalid Request');
    expect(refused.body).toContain('larger than');
    // Longer than a server waits for a body it does not read.
    await sleep(800);
    expect(refused.isClosed(), 'closed exactly if it said so').toBe(refused.isClosing);

    const small = { agent, token, path: '/v1/revenues', pieces: [JSON.stringify(minimal)], isChunked };
    expect((await post(small)).status).toBe(201);
    agent.destroy();
  },
);
