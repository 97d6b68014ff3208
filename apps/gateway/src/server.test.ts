import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listenHttp } from './server.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

// Load balancers probe so, and take a gateway that does not answer for one that is ill.
test.each(['0.0.0.0', '127.0.0.1', ...(hasIPv6 ? ['::', '::1'] : [])])(
  'a request of HTTP/1.0 that names no host is answered by a server that listens on %s',
  async (host) => {
    const app = new Hono().get('/readyz', (c) => c.text(new URL(c.req.url).pathname));
    const server = await listenHttp(app, { port: 0, host });
    const socket = connect(server.port, host.includes(':') ? '::1' : '127.0.0.1');
    socket.write('GET /readyz HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\/readyz$/s);
    await server.close();
  },
);
