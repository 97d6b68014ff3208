import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { type Item, type Result, routes } from '../support/load/routes.ts';
import { scrape, sumOf } from '../support/metrics.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
let url: string;

/** The database refuses a row that validation accepts, as a stand-in for any unforeseen reason. */
beforeAll(async () => {
  await store.database.pool.query(
    `alter table revenues add constraint no_poison check (description is distinct from 'poison')`,
  );
  ({ url } = await gateways.start(store.url));
});

function revenue(i: number, description?: string): Item {
  const input = {
    amount: '0.01',
    recordedAt: '2026-06-30T12:00:00Z',
    agentKey: `agent-${i % 3}`,
    description,
  };
  return { key: `key-of-row-${i}`, fact: { kind: 'revenues', input } };
}

async function expectStored(
  account: Account,
  items: readonly Item[],
  results: readonly Result[],
): Promise<void> {
  const acknowledged = results.flatMap((result, i) => {
    const fact = items[i]?.fact;
    return result.status === 'created' && fact ? [{ ...result, fact, created: 1, replayed: 0 }] : [];
  });
  expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
}

describe('a row that PostgreSQL refuses', () => {
  test('fails alone in a batch with others', async () => {
    const account = await openAccount(store.database);
    const poisoned = new Set([0, 250, 251, 499, 500, 999]);
    const items = Array.from({ length: 1000 }, (_, i) => revenue(i, poisoned.has(i) ? 'poison' : 'fine'));
    const results = await routes.restBatch.send({ url, agent, ...account }, items);

    results.forEach((result, i) => {
      const expected = poisoned.has(i) ? { status: 'rejected', code: 'Server Error' } : { status: 'created' };
      expect(result).toMatchObject(expected);
    });
    await expectStored(account, items, results);
  });

  test('fails alone among single requests, and leaves its key free', async () => {
    const account = await openAccount(store.database);
    const items = Array.from({ length: 60 }, (_, i) => revenue(i, i % 20 === 7 ? 'poison' : undefined));
    const send = (item: Item) => routes.restSingle.send({ url, agent, ...account }, [item]);
    const results = (await Promise.all(items.map(send))).flat();

    const refused = results.flatMap((result, i) => (result.status === 'rejected' ? [i] : []));
    expect(refused).toEqual([7, 27, 47]);
    await expectStored(account, items, results);

    const mended = items.map((item, i) => (refused.includes(i) ? revenue(i, 'mended') : item));
    const again = (await Promise.all(mended.map(send))).flat();
    expect(again.map(({ status }) => status)).toEqual(
      items.map((_, i) => (refused.includes(i) ? 'created' : 'replayed')),
    );
    const both = again.map((result, i) => (refused.includes(i) ? result : (results[i] ?? result)));
    await expectStored(account, mended, both);
  });

  test('leaves one delta of the records beside it for folding', async () => {
    const account = await openAccount(store.database);
    const unfolded = async () => sumOf((await scrape(url)).samples, 'outturn_rollups_unfolded_records');
    const items = Array.from({ length: 64 }, (_, i) => revenue(i, i === 40 ? 'poison' : 'fine'));
    const before = await unfolded();
    const results = await routes.restBatch.send({ url, agent, ...account }, items);
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(items.length - 1);
    expect((await unfolded()) - before).toBeLessThanOrEqual(items.length - 1);
  });
});
