import { once } from 'node:events';
import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { type Caller, doors } from '../support/load/doors.ts';
import { ConnectionLost } from '../support/load/exchange.ts';
import { randomFact } from '../support/load/facts.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const CLIENTS = 32;

const store = usePrivateDatabase();
const gateways = useGateways();

/** Sends one request after the other over a connection that it keeps, until the connection is refused or closed. */
async function sendUntilClosed(
  caller: Omit<Caller, 'agent'>,
  journal: Journal,
  name: string,
): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = new Random(name.length);
  for (let i = 0; ; i++) {
    const key = `${name}-${i}`;
    const item = { key, fact: randomFact(random, 'revenues', key), expect: 'record' as const };
    try {
      for (const result of await doors.restSingle.send({ ...caller, agent }, [item]))
        journal.settle(item, result);
    } catch (error) {
      agent.destroy();
      if (error instanceof ConnectionLost) return error.code;
      throw error;
    }
  }
}

test('SIGTERM under load answers every request in flight, then ends with 0', {
  timeout: 60_000,
}, async () => {
  const { url, child } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  const journal = new Journal();
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    sendUntilClosed({ url, ...account }, journal, `client-${i}`),
  );
  await waitUntil('the load runs', () => journal.acknowledged.size > 500);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');

  const endings = new Set(await Promise.all(clients));
  expect(await exit).toEqual([0, null]);
  // The end shows as a connection that is refused or closed between two requests.
  expect([...endings].filter((code) => !['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code))).toEqual([]);
  expect(journal.contradictions).toEqual([]);
  // Whatever was written was answered: nothing is there that nobody was told of.
  const told = journal.acknowledged.values();
  expect(await reconcile(store.database, account.developerId, told)).toEqual([]);
});
