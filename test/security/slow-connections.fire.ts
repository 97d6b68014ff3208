import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { answersIn, openRaw, rawRequest } from '../support/raw-connection.ts';

const gateway = useGateway();
const REAPED_WITHIN = 20_000;

/** Writes a text at intervals until the connection is closed. */
async function drip(socket: { writable: boolean; write(text: string): void }, text: string): Promise<void> {
  for (const byte of text) {
    await sleep(500);
    if (!socket.writable) return;
    socket.write(byte);
  }
}

async function headersFor() {
  const { token } = await mintKey();
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

// Concurrent, as they take their time.
describe.concurrent('a slow connection', () => {
  test('is closed within 20 seconds when it sends nothing', async () => {
    const { closed } = await openRaw(gateway.url);
    expect(await closed).toBeLessThan(REAPED_WITHIN);
  });

  test('is closed within 20 seconds while it sends headers', async () => {
    const { socket, closed, received } = await openRaw(
      gateway.url,
      'POST /v1/revenues HTTP/1.1\r\nhost: a\r\nx: ',
    );
    void drip(socket, 'x'.repeat(100));
    expect(await closed).toBeLessThan(REAPED_WITHIN);
    expect(answersIn(received())).toMatchObject([{ status: 400 }]);
    expect(received()).toContain('took too long to arrive');
  });

  test('is closed within 20 seconds while it sends a body', async () => {
    const headers = { ...(await headersFor()), 'content-length': 10_000 };
    const { socket, closed, received } = await openRaw(
      gateway.url,
      rawRequest('POST /v1/revenues', { headers }),
    );
    void drip(socket, '{'.repeat(100));
    expect(await closed).toBeLessThan(REAPED_WITHIN);
    expect(answersIn(received())).toMatchObject([{ status: 400 }]);
  });

  test('is closed within 20 seconds while it reads an answer', async () => {
    const headers = await headersFor();
    // A few megabytes, more than the buffers of two sockets hold, which the client does not read.
    const asked = rawRequest('GET /docs/viewer.js', { headers });
    const { socket, closed } = await openRaw(gateway.url);
    socket.pause();
    socket.write(asked.repeat(5));
    await sleep(REAPED_WITHIN - 1_000);
    socket.resume();
    expect(await closed).toBeLessThan(REAPED_WITHIN + 1_000);
  });

  test('stays open with an event stream, whose answer never ends', async () => {
    const { authorization } = await headersFor();
    const headers = { authorization, accept: 'text/event-stream' };
    const path = `/trpc/records.live?input=${encodeURIComponent('{"kinds":["revenues"]}')}`;
    const { socket, received } = await openRaw(gateway.url, rawRequest(`GET ${path}`, { headers }));
    await sleep(REAPED_WITHIN + 2_000);
    expect(received()).toContain('200 OK');
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});
