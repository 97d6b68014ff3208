import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../front.ts';

/** The first eight bytes of a client that wants TLS. */
const REQUEST_FOR_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Another way to the PostgreSQL of `url` for the rest of a test: a socket in a folder, which this returns. */
export async function socketTo(url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-socket-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await serve(path.join(folder, '.s.PGSQL.5432'), (client) => relay(client, url));
  return folder;
}

/** The same as a server that refuses connections without TLS. Returns its port of this machine. */
export async function tlsTo(url: string, certificate: Certificate): Promise<number> {
  const secureContext = createSecureContext(certificate);
  const server = await serve(0, (client) => {
    client.once('data', (bytes: Buffer) => {
      if (!bytes.equals(REQUEST_FOR_TLS)) return void client.destroy();
      client.write('S');
      relay(new TLSSocket(client, { isServer: true, secureContext }), url);
    });
  });
  return (server.address() as AddressInfo).port;
}

async function serve(where: string | number, onClient: (client: Socket) => void) {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client.on('error', () => undefined));
    onClient(client);
  });
  server.listen(typeof where === 'number' ? { port: where, host: '127.0.0.1' } : { path: where });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return server;
}

function relay(client: Socket, url: string): void {
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname);
  client.pipe(upstream).pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => undefined);
    one.on('close', () => other.destroy());
  }
}
