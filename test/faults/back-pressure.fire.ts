import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { post } from '../support/load/exchange.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdRecording } from '../support/load/held.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { type Item, routes } from '../support/load/routes.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** How many rows may wait for one developer and kind beside two statements in flight; see the ledger. */
const CAPACITY = 20_000;
const BATCH = 1_000;

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });
const input = { amount: '0.01', recordedAt: '2026-06-30T12:00:00Z' };
let url: string;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
});

const revenue = (name: string): Item => ({ key: `key-of-${name}`, fact: { kind: 'revenues', input } });

describe('a load beyond the database', () => {
  test('is refused with 429 once the queue is full, and queued records are written', {
    timeout: 120_000,
  }, async () => {
    const account = await openAccount(store.database);
    const caller = { url, agent, ...account };
    const acknowledged = [...(await routes.restSingle.send(caller, [revenue('first')]))];
    const held = await holdRecording(store.database, account.developerId, 1);

    const stuck = routes.restSingle.send(caller, [revenue('stuck')]);
    await held.waiting(1);
    const send = (name: string | number, length: number) =>
      routes.restBatch.send(
        caller,
        Array.from({ length }, (_, i) => revenue(`${name}:${i}`)),
      );
    // The second statement takes half of the queue, rounded up: 501 rows. The remaining rows are filled up to 1,000.
    const second = send('second', BATCH);
    await held.waiting(2);
    const filling = send('filling', 501);
    // Another kind is not delayed; its answer also shows that all earlier requests have arrived.
    const outcome: Item = { key: 'outcome', fact: { kind: 'outcomes', input: { value: '1' } } };
    acknowledged.push(...(await routes.restSingle.send(caller, [outcome])));
    const batches = Array.from({ length: CAPACITY / BATCH }, (_, n) => send(n, BATCH));
    // Nineteen more fill the queue, and every item of one batch too many is refused at once.
    const refused = await Promise.race(batches);
    expect(refused).toHaveLength(BATCH);
    expect(new Set(refused.map((result) => JSON.stringify(result)))).toEqual(
      new Set([JSON.stringify({ status: 'rejected', code: 'Rate Limit Exceeded' })]),
    );

    const headers = { authorization: `Bearer ${account.token}` };
    const [overRest, overTrpc] = await Promise.all(
      ['/v1/revenues', '/trpc/revenues.record'].map((path) =>
        post(agent, `${url}${path}`, { body: JSON.stringify(input), headers }),
      ),
    );
    expect([overRest?.status, overTrpc?.status]).toEqual([429, 429]);
    expect(JSON.parse(overRest?.text ?? '')).toMatchObject({ code: 'Rate Limit Exceeded', status: 429 });
    expect(overRest?.headers['retry-after']).toBe('1');
    // Other developers are not delayed either.
    const neighbour = { ...caller, ...(await openAccount(store.database)) };
    expect(await routes.trpcSingle.send(neighbour, [revenue('mine')])).toMatchObject([{ status: 'created' }]);

    await held.release();
    const answers = await Promise.all(batches);
    const all = [...(await stuck), ...(await second), ...(await filling), ...answers.flat()];
    const written = all.flatMap((result) => (result.status === 'created' ? [result] : []));
    expect(written).toHaveLength(1 + 501 + CAPACITY);
    const told = [...acknowledged, ...written].flatMap((result) => {
      const fact = result === acknowledged[1] ? outcome.fact : revenue('').fact;
      return result.status === 'created' ? [{ ...result, fact, created: 1, replayed: 0 }] : [];
    });
    expect(await reconcile(store.database, account.developerId, told)).toEqual([]);

    // Refused items left their keys free.
    const retried = await routes.restBatch.send(caller, [
      revenue('first'),
      revenue(`${answers.indexOf(refused)}:0`),
    ]);
    expect(retried.map(({ status }) => status).sort()).toEqual(['created', 'replayed']);
    expect(overTrpc?.headers['retry-after']).toBe('1');
  });

  test('is refused earlier when its records are large, however few they are', {
    timeout: 120_000,
  }, async () => {
    const account = await openAccount(store.database);
    const caller = { url, agent, ...account };
    const metadata = { note: 'x'.repeat(15_000) };
    const goal = (name: string): Item => ({
      key: `key-of-${name}`,
      fact: { kind: 'goals', input: { goalKey: 'resolved', metadata } },
    });
    await routes.restSingle.send(caller, [goal('first')]);
    const held = await holdRecording(store.database, account.developerId, 3);
    const stuck = routes.restSingle.send(caller, [goal('stuck')]);
    await held.waiting(1);
    const send = (name: number) =>
      routes.restBatch.send(
        caller,
        Array.from({ length: 500 }, (_, i) => goal(`${name}:${i}`)),
      );
    // The second statement takes half of the queue, rounded up: 251 rows. A row weighs ten, so that the remaining rows
    // and three batches of 7.5 MB take all but 2,510 of the capacity.
    const first = send(0);
    await held.waiting(2);
    const refused: Awaited<typeof first>[] = [];
    const batches = Array.from({ length: 7 }, async (_, n) => {
      const results = await send(n + 1);
      if (results.some(({ status }) => status === 'rejected')) refused.push(results);
      return results;
    });
    await waitUntil('those are refused that would be past 32 MB', () => refused.length === 4);
    expect(refused.flat().map((result) => result.status === 'rejected' && result.code)).toEqual(
      Array(2_000).fill('Rate Limit Exceeded'),
    );
    await held.release();
    const results = (await Promise.all([stuck, first, ...batches])).flat();
    const created = results.filter(({ status }) => status === 'created').length;
    expect(created).toBe(1 + 500 + 3 * 500);
    const { rows } = await store.database.pool.query(
      'select count(*)::int as count from goals where developer_id = $1',
      [account.developerId],
    );
    expect(rows).toEqual([{ count: created + 1 }]);
  });
});
