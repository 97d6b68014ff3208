import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { listenHttp } from './server.ts';

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

/** Opens so many connections at once, in a process of its own, and says how many have come through. */
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
