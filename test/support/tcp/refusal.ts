import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy to a server that refuses new connections after `begin`, with an error in the form of PostgreSQL and poolers.
 */
export async function startRefusal(
  targetUrl: string,
  state: string,
  message: string,
): Promise<{ url: string; begin(): void }> {
  const { hostname, port } = new URL(targetUrl);
  let isRefusing = false;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isRefusing) return void client.once('data', () => client.end(errorResponse(state, message)));
    const upstream = connect(Number(port), hostname);
    upstream.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    begin() {
      isRefusing = true;
    },
  };
}

/** Source: "Message Formats" in the documentation of PostgreSQL's protocol. */
function errorResponse(state: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
