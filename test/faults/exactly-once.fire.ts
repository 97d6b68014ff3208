import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { differences, reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { readStored } from '../support/load/stored-facts.ts';
import { shares, Workload } from '../support/load/workload.ts';

const ITEMS = figure(3_000, 200_000);
const CLIENTS = 64;

const store = usePrivateDatabase();
const gateways = useGateways();
let url: string;

beforeAll(async () => {
  ({ url } = await gateways.start(store.url));
});

describe(`${CLIENTS} clients over REST and tRPC, one by one and in batches`, () => {
  test(`see each of ${ITEMS} items once, however often they repeat, contradict or spoil them`, {
    timeout: 900_000,
  }, async () => {
    const account = await openAccount(store.database);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(4), journal, limit: ITEMS });
    await runClients({ clients: CLIENTS, ...account, workload, journal, target: () => url });

    expect(journal.contradictions).toEqual([]);
    expect(journal.disturbances).toEqual({});
    const acknowledged = [...journal.acknowledged.values()];
    expect(acknowledged.filter(({ created }) => created !== 1)).toEqual([]);
    expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
    expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
    expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);

    // The mix was as configured, within a tolerance.
    const { duplicate, conflict, invalid } = journal.settled;
    expect(duplicate / ITEMS).toBeGreaterThan(shares.duplicate * 0.7);
    expect(conflict / ITEMS).toBeGreaterThan(shares.conflict * 0.7);
    expect(invalid / ITEMS).toBeGreaterThan(shares.invalid * 0.7);
  });
});

describe('the negative control', () => {
  test('detects a doubled, a lost and a changed record', async () => {
    const account = await openAccount(store.database);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(5), journal, limit: 200 });
    await runClients({ clients: 8, ...account, workload, journal, target: () => url });
    const acknowledged = [...journal.acknowledged.values()];
    const stored = await readStored(store.database, account.developerId);
    expect(differences(acknowledged, stored)).toEqual([]);

    for (const victim of stored.facts) {
      const others = stored.facts.filter((fact) => fact !== victim);
      const doubled = { ...victim, id: `${victim.id} again` };
      expect(differences(acknowledged, { ...stored, facts: [...stored.facts, doubled] })).not.toEqual([]);
      expect(differences(acknowledged, { ...stored, facts: others })).not.toEqual([]);
      const changed = { ...victim, units: victim.units + 1n };
      expect(differences(acknowledged, { ...stored, facts: [...others, changed] })).not.toEqual([]);
    }
    for (const victim of stored.rollups) {
      const others = stored.rollups.filter((rollup) => rollup !== victim);
      const [units, count] = [{ units: victim.units + 1n }, { count: victim.count - 1n }];
      expect(differences(acknowledged, { ...stored, rollups: others })).not.toEqual([]);
      expect(
        differences(acknowledged, { ...stored, rollups: [...others, { ...victim, ...units }] }),
      ).not.toEqual([]);
      expect(
        differences(acknowledged, { ...stored, rollups: [...others, { ...victim, ...count }] }),
      ).not.toEqual([]);
    }
  });
});
