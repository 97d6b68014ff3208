import { once } from 'node:events';
import { createOutturnClient, OutturnConnectionError } from '@outturn/client';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const KILLS = figure(3, 30);
const MUTATIONS = figure(500, 5_000);
const AT_ONCE = 16;

const store = usePrivateDatabase();
const gateways = useGateways();

test(`${MUTATIONS} mutations of the client through ${KILLS} times kill -9 make ${MUTATIONS} records`, {
  timeout: 900_000,
}, async () => {
  let gateway = await gateways.start(store.url);
  const { url } = gateway;
  const { port } = new URL(url);
  const account = await openAccount(store.database);
  const lost: unknown[] = [];
  const client = createOutturnClient({
    url,
    apiKey: account.token,
    retries: 30,
    onRetry: ({ error }) => lost.push(error),
  });

  const ids: string[] = [];
  let next = 0;
  const caller = async () => {
    while (next < MUTATIONS) {
      const amount = `${next++}.5`;
      const recordedAt = '2026-06-30T12:00:00Z';
      const record = await client.revenues.record.mutate({ amount, recordedAt, agentKey: 'a' });
      expect(record.amount).toBe(amount);
      ids.push(record.id);
    }
  };
  const disrupt = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      await waitUntil('more is recorded', () => ids.length >= (kill * MUTATIONS) / (KILLS + 1));
      gateway.child.kill('SIGKILL');
      await once(gateway.child, 'exit');
      gateway = await gateways.start(store.url, { PORT: port });
    }
  };
  await Promise.all([disrupt(), ...Array.from({ length: AT_ONCE }, caller)]);

  // The kills did interrupt calls in flight.
  expect(lost.length).toBeGreaterThanOrEqual(KILLS);
  for (const error of lost) expect(error).toBeInstanceOf(OutturnConnectionError);
  const { rows } = await store.database.pool.query<{ id: string; amount: string }>(
    'select id, amount from revenues where developer_id = $1',
    [account.developerId],
  );
  expect(rows).toHaveLength(MUTATIONS);
  expect(new Set(rows.map(({ amount }) => amount)).size).toBe(MUTATIONS);
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
});
