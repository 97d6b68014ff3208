import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** `open` passes everything on, `closed` ends every connection, `silent` takes everything and answers nothing. */
type Way = 'open' | 'closed' | 'silent';

export type TcpProxy = { url: string; set(way: Way): void };

/** Proxies to a server for the tests of a file. */
export function useTcpProxies(): (targetUrl: string) => Promise<TcpProxy> {
  const close: (() => void)[] = [];
  afterAll(() => {
    for (const end of close) end();
  });
  return async (targetUrl) => {
    const { hostname, port } = new URL(targetUrl);
    const sockets = new Set<Socket>();
    let way: Way = 'open';
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    const server = createServer((client) => {
      if (way === 'closed') return void client.destroy();
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.on('data', (bytes: Buffer) => way === 'open' && upstream.write(bytes));
      upstream.on('data', (bytes: Buffer) => way === 'open' && client.write(bytes));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close.push(() => {
      server.close();
      cut();
    });
    const url = new URL(targetUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      url: url.href,
      set(next) {
        // Behind silence, what was asked meanwhile is lost: both sides begin anew.
        if (next === 'closed' || way === 'silent') cut();
        way = next;
      },
    };
  };
}
