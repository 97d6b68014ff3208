import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { type Item, type Result, routes } from '../support/load/routes.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
let urls: string[];

beforeAll(async () => {
  const started = await Promise.all([gateways.start(store.url), gateways.start(store.url)]);
  urls = started.map(({ url }) => url);
});

const range = (length: number, from = 0) => Array.from({ length }, (_, i) => from + i);

function tally(results: readonly Result[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const what = result.status === 'rejected' ? result.code : result.status;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

async function statementsSoFar(): Promise<number> {
  await store.database.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await store.database.pool.query<{ commits: number }>(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.commits ?? 0;
}

describe('batches of 1,000 to two gateways that share keys and name new rows crosswise', () => {
  /** Item i of any batch has one content. Every other batch is reversed, so that all orders meet. */
  const item = (round: number, i: number): Item => ({
    key: `key-of-round-${round}-${i}`,
    fact: {
      kind: 'revenues',
      input: {
        amount: `${i}.5`,
        recordedAt: new Date(Date.UTC(2026, 5, 1 + (i % 28), i % 24)).toISOString(),
        agentKey: `agent-${round}-${i % 7}`,
        customerKey: `customer-${round}-${i % 301}`,
        sessionKey: `session-${round}-${i % 11}`,
      },
    },
  });

  test('record each key once, and do not deadlock', { timeout: 120_000 }, async () => {
    const account = await openAccount(store.database);
    const acknowledged = new Map<string, { item: Item; result: Result }>();
    let created = 0;
    for (const round of range(3)) {
      const sent = range(6).map(async (n) => {
        const items = range(1000, n * 500).map((i) => item(round, i));
        if (n % 2) items.reverse();
        const caller = { url: urls[n % urls.length] ?? '', agent, ...account };
        return { items, results: await routes.restBatch.send(caller, items) };
      });
      for (const { items, results } of await Promise.all(sent)) {
        results.forEach((result, i) => {
          const own = items[i] as Item;
          if (result.status === 'rejected') throw new Error(`${own.key}: ${result.code}`);
          if (result.status === 'created') created++;
          const known = acknowledged.get(own.key)?.result ?? result;
          expect(result).toMatchObject({ record: 'record' in known ? known.record : '' });
          acknowledged.set(own.key, { item: own, result });
        });
      }
    }
    expect(created).toBe(3 * 3500);
    const facts = [...acknowledged.values()].flatMap(({ item: { fact }, result }) =>
      result.status === 'rejected' ? [] : [{ ...result, fact, created: 1, replayed: 0 }],
    );
    expect(await reconcile(store.database, account.developerId, facts)).toEqual([]);
    const { rows } = await store.database.pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });
});

describe('a batch with one key in all of its items', () => {
  const items = (contents: number): Item[] =>
    range(1000).map((i) => ({
      key: 'one-key-for-all',
      fact: { kind: 'revenues', input: { amount: `${i % contents}`, recordedAt: '2026-06-30T12:00:00Z' } },
    }));

  test.each([
    { contents: 1, first: { created: 1, replayed: 999 }, again: { replayed: 1000 } },
    {
      contents: 2,
      first: { created: 1, replayed: 499, 'Idempotency Key Reused': 500 },
      again: { replayed: 500, 'Idempotency Key Reused': 500 },
    },
  ])('and $contents content(s) make one record in a few statements', async ({ contents, first, again }) => {
    const account = await openAccount(store.database);
    const caller = { url: urls[0] ?? '', agent, ...account };
    const before = await statementsSoFar();
    const results = await routes.restBatch.send(caller, items(contents));
    expect(tally(results)).toEqual(first);
    expect(tally(await routes.restBatch.send(caller, items(contents)))).toEqual(again);
    expect((await statementsSoFar()) - before).toBeLessThan(50);
    const records = new Set(results.flatMap((result) => ('record' in result ? [result.record] : [])));
    expect(records.size).toBe(1);
    const sql = 'select 1 from revenues where developer_id = $1';
    expect((await store.database.pool.query(sql, [account.developerId])).rowCount).toBe(1);
  });
});
