import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenHttp } from './server.ts';
import { MAX_PIPELINED } from './server-options.ts';

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

test.each([
  ['192.0.2.1', 'listen EADDRNOTAVAIL: address not available 192\\.0\\.2\\.1'],
  ['nowhere.invalid', 'getaddrinfo E\\w+ nowhere\\.invalid'],
])('HOST %s, which is no address of this machine, is refused', async (host, why) => {
  await expect(listenHttp(new Hono(), { port: 0, host })).rejects.toThrow(
    new RegExp(
      `^HOST ${host.replaceAll('.', '\\.')} cannot be used: ${why}\\. Set it to an address of this machine`,
    ),
  );
});

test('the requests of a connection are served one at a time, in order', async () => {
  const served: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const app = new Hono().post('/:name', async (c) => {
    const { name } = c.req.param();
    served.push(name);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
    return c.text(await c.req.text());
  });
  const server = await listenHttp(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(server.close);
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const request = (name: string, more = '') =>
    `POST /${name} HTTP/1.1\r\nHost: a\r\nContent-Length: ${name.length}\r\n${more}\r\n${name}`;
  socket.write(`${request('first')}${request('second')}`);
  await vi.waitFor(() => expect(served).toEqual(['first']));
  // A request that comes later is not read either.
  socket.write(request('third', 'Connection: close\r\n'));
  gates.get('first')?.resolve();
  await vi.waitFor(() => expect(served).toEqual(['first', 'second']));
  gates.get('second')?.resolve();
  await vi.waitFor(() => expect(served).toEqual(['first', 'second', 'third']));
  gates.get('third')?.resolve();
  expect((await text(socket)).match(/(?<=\r\n\r\n)\w+?(?=HTTP|$)/g)).toEqual(['first', 'second', 'third']);
});

test('a connection with more requests than may wait is closed, and none of them is served', async () => {
  let served = 0;
  const app = new Hono().get('/', async (c) => {
    served++;
    await new Promise(() => undefined);
    return c.text('never');
  });
  const server = await listenHttp(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(server.close);
  const ask = (requests: number) => {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
    return socket;
  };
  const kept = ask(MAX_PIPELINED);
  const closed = ask(MAX_PIPELINED + 1);
  closed.on('error', () => undefined);
  await new Promise((resolve) => closed.once('close', resolve));
  expect([served, kept.closed]).toEqual([2, false]);
});

/** Opens concurrent connections in another process and returns how many succeeded. */
const connector = `
  const { once } = require('node:events');
  const { connect } = require('node:net');
  const [port, count] = process.argv.slice(1).map(Number);
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  const signal = AbortSignal.timeout(20_000);
  Promise.all(sockets.map((socket) => once(socket, 'connect', { signal }))).then((all) => {
    process.stdout.write(String(all.length));
    process.exit();
  });`;

test('a thousand connections come through while the process is busy', async () => {
  const { port, close } = await listenHttp(new Hono(), { port: 0, host: '127.0.0.1' });
  onTestFinished(close);
  const count = mostThatWait();
  // Meanwhile this process takes no connection: what the system does not keep for it never comes through.
  const connected = execFileSync(process.execPath, ['-e', connector, String(port), String(count)]);
  expect(Number(connected)).toBe(count);
});

/** How many connections the system lets wait at all. */
function mostThatWait(): number {
  try {
    return Math.min(1_000, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));
  } catch {
    return 128;
  }
}
