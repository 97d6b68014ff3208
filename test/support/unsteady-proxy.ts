import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** The state of the proxy: open, closed, or answering with this status. */
type Way = 'open' | 'closed' | 429 | 503;

export type UnsteadyProxy = {
  url: string;
  /** How many requests arrived, whatever their result. */
  requests: number;
  /** Applies to later requests. */
  way: Way;
  /** The server behind it. */
  target: string;
  /** Breaks every open connection. */
  cut(): void;
};

/** Starts proxies that pass streams on as they arrive, until their connections are cut. For the tests of a file. */
export function useUnsteadyProxies(): (target: string) => Promise<UnsteadyProxy> {
  const close: (() => void)[] = [];
  afterAll(() => {
    for (const end of close) end();
  });
  return async (target) => {
    const server = createServer((incoming, answer) => {
      proxy.requests++;
      if (proxy.way === 'closed') return void incoming.socket.destroy();
      if (proxy.way !== 'open') {
        answer.writeHead(proxy.way, { 'retry-after': '1' });
        return void answer.end('the way is closed');
      }
      const { method, headers } = incoming;
      const sent = request(`${proxy.target}${incoming.url}`, { method, headers, agent: false });
      sent.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(answer);
        response.on('error', () => answer.destroy());
      });
      sent.on('error', () => answer.destroy());
      answer.on('close', () => sent.destroy());
      incoming.pipe(sent);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy: UnsteadyProxy = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      requests: 0,
      way: 'open',
      target,
      cut: () => server.closeAllConnections(),
    };
    close.push(() => {
      proxy.cut();
      server.close();
    });
    return proxy;
  };
}
