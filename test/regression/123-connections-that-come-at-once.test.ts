import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

/** How many connections the system lets wait at all. */
async function mostThatWait(): Promise<number> {
  const somaxconn = await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '128');
  return Math.min(1_000, Number(somaxconn));
}

// Beyond 511 they were dropped, and came through seven seconds later.
test('a thousand connections come through while the process is busy', async () => {
  const { url, child } = await gateways.start(store.url);
  const { port, hostname } = new URL(url);
  const sockets = Array.from({ length: await mostThatWait() }, () => ({
    port: Number(port),
    host: hostname,
  }));
  child.kill('SIGSTOP');
  try {
    const opened = sockets.map((address) => {
      const socket = connect(address);
      onTestFinished(() => void socket.destroy());
      return once(socket, 'connect', { signal: AbortSignal.timeout(10_000) });
    });
    expect(await Promise.all(opened)).toHaveLength(sockets.length);
  } finally {
    child.kill('SIGCONT');
  }
});
