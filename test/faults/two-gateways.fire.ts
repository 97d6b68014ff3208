import { Agent } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import type { Fact } from '../support/load/facts.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { routes } from '../support/load/routes.ts';
import { Workload } from '../support/load/workload.ts';

const ITEMS = figure(2_000, 200_000);
const FIRST_USES = figure(15, 300);

const store = usePrivateDatabase();
const gateways = useGateways();

let first: Gateway;
let second: Gateway;

beforeAll(async () => {
  [first, second] = await Promise.all([gateways.start(store.url), gateways.start(store.url)]);
});

describe('two gateways on one database', () => {
  test('see each item once under the same load', { timeout: 900_000 }, async () => {
    const account = await openAccount(store.database);
    await giveValues(first.url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(23), journal, limit: ITEMS });
    let turn = 0;
    const target = () => (turn++ % 2 ? first : second).url;
    await runClients({ clients: 64, ...account, workload, journal, target });

    // No deadlock or other error of the servers reached a client.
    expect(journal.disturbances).toEqual({});
    expect(journal.contradictions).toEqual([]);
    const acknowledged = [...journal.acknowledged.values()];
    expect(acknowledged.filter(({ created }) => created !== 1)).toEqual([]);
    expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
    expect(await replayMismatches({ url: second.url, ...account }, journal.acknowledged)).toEqual([]);
  });

  test('make one row of every key that both use first at the same time', { timeout: 600_000 }, async () => {
    const account = await openAccount(store.database);
    const agent = new Agent({ keepAlive: true });
    const ids = new Map<string, string>();

    for (let round = 0; round < FIRST_USES; round++) {
      const sent = firstUses(round).flatMap((fact, i) =>
        [first, second].map(({ url }, n) =>
          routes.restSingle.send({ url, agent, ...account }, [{ key: `first-use:${round}:${i}:${n}`, fact }]),
        ),
      );
      for (const [result] of await Promise.all(sent)) {
        if (result?.status !== 'created') throw new Error(`round ${round}: ${JSON.stringify(result)}`);
        const { agentKey, agentId } = JSON.parse(result.record);
        if (agentId === undefined) continue; // only revenues show the id
        expect(ids.get(agentKey) ?? agentId).toBe(agentId);
        ids.set(agentKey, agentId);
      }
    }
    agent.destroy();

    expect(await rowsPerTable(account.developerId)).toEqual({
      agents: 2 * FIRST_USES,
      customers: 2 * FIRST_USES,
      sessions: FIRST_USES,
      goal_types: FIRST_USES,
      tools: FIRST_USES,
    });
    const { rows } = await store.database.pool.query<{ key: string; id: string }>(
      'select key, id from agents where developer_id = $1',
      [account.developerId],
    );
    expect(new Map(rows.map(({ key, id }) => [key, id]))).toEqual(ids);
  });

  test('never deadlocked', async () => {
    // Connections report their statistics at the latest when they close.
    await Promise.all([first.stop(), second.stop()]);
    const { rows } = await store.database.pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });
});

/** Facts of all kinds that name the same new rows, crosswise and in different orders. */
function firstUses(round: number): Fact[] {
  const [a, b] = [{ agentKey: `a${round}` }, { agentKey: `b${round}` }];
  const [c, d] = [{ customerKey: `c${round}` }, { customerKey: `d${round}` }];
  const session = { sessionKey: `session${round}` };
  const tool = { toolKey: `tool${round}` };
  const goal = { goalKey: `goal${round}` };
  const revenue = { amount: '0.1', recordedAt: '2026-06-30T23:59:59.999Z' };
  return [
    { kind: 'revenues', input: { ...revenue, ...a, ...c } },
    { kind: 'revenues', input: { ...revenue, ...b, ...d, ...session } },
    { kind: 'revenues', input: { ...revenue, ...b, ...c } },
    { kind: 'outcomes', input: { value: '1', ...d, ...a, ...tool } },
    { kind: 'outcomes', input: { value: '1', ...c, ...b, ...session } },
    { kind: 'goals', input: { ...goal, ...a, ...d, ...session } },
    { kind: 'goals', input: { ...goal, ...b, ...c } },
    { kind: 'events', input: { type: 'tool.call', ...tool, ...session, ...b, ...c } },
    { kind: 'events', input: { type: 'tool.call', ...tool, ...d } },
  ];
}

async function rowsPerTable(developerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['agents', 'customers', 'sessions', 'goal_types', 'tools']) {
    const sql = `select count(*)::int as count from ${table} where developer_id = $1`;
    const { rows } = await store.database.pool.query<{ count: number }>(sql, [developerId]);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}
