import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** `open` passes everything on, `closed` ends every connection, `silent` accepts everything and answers nothing. */
type Way = 'open' | 'closed' | 'silent';

export type TcpProxy = {
  url: string;
  set(way: Way): void;
  /** Existing connections fall silent without being closed; new ones work. */
  silence(): void;
  /** Each connection falls silent after this many bytes in either direction. Resolves when one has. */
  stallAfter(bytes: number): Promise<void>;
  /** New connections go to these servers in turn; existing ones stay. */
  lead(...targetUrls: readonly string[]): void;
};

/** Proxies to a server for the tests of a file. */
export function useTcpProxies(): (targetUrl: string) => Promise<TcpProxy> {
  const close: (() => void)[] = [];
  afterAll(() => {
    for (const end of close) end();
  });
  return async (targetUrl) => {
    let targets: readonly string[] = [targetUrl];
    let turn = 0;
    const sockets = new Set<Socket>();
    let silenced = new WeakSet<Socket>();
    let way: Way = 'open';
    let limit = Number.POSITIVE_INFINITY;
    let onStall = () => {};
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    const server = createServer((client) => {
      if (way === 'closed') return void client.destroy();
      const { hostname, port } = new URL(targets[turn++ % targets.length] ?? targetUrl);
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
      const pass = (from: Socket, to: Socket) => (bytes: Buffer) => {
        if (way !== 'open' || silenced.has(client)) return;
        to.write(bytes);
        if (from.bytesRead < limit) return;
        silenced.add(client);
        onStall();
      };
      client.on('data', pass(client, upstream));
      upstream.on('data', pass(upstream, client));
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
        // Data sent during the silence is lost, so both sides must reconnect.
        if (next === 'closed' || way === 'silent') cut();
        way = next;
      },
      silence() {
        silenced = new WeakSet(sockets);
      },
      stallAfter(bytes) {
        limit = bytes;
        return new Promise((resolve) => {
          onStall = resolve;
        });
      },
      lead(...next) {
        targets = next;
      },
    };
  };
}
