import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { type Account, giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdRecording } from '../support/load/held.ts';
import { Journal } from '../support/load/journal.ts';
import { killGateways } from '../support/load/kill-gateways.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { type Item, routes } from '../support/load/routes.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { scrape, sumOf } from '../support/metrics.ts';

const ACCOUNTS = 24;
/** The account whose records are blocked: not the first, which may share its statement with no other. */
const HELD = ACCOUNTS / 2;
const ITEMS = figure(300, 5_000);
const KILLS = figure(2, 50);
/** How many records of all accounts are acknowledged between a start and the next kill. */
const ITEMS_PER_LIFE = bound(300, 600);

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });

/** An account with its own load of few clients, so that its records come in ones and twos. */
type Party = { account: Account; journal: Journal; workload: Workload };

async function gather(url: string, limit?: number): Promise<Party[]> {
  const parties: Party[] = [];
  for (let i = 0; i < ACCOUNTS; i++) {
    const account = await openAccount(store.database);
    await giveValues(url, account);
    const journal = new Journal();
    const random = new Random(100 + i);
    parties.push({ account, journal, workload: new Workload({ random, journal, ...(limit && { limit }) }) });
  }
  return parties;
}

const loadOf = (parties: readonly Party[], target: () => string) =>
  Promise.all(parties.map(({ account, ...rest }) => runClients({ clients: 2, ...account, ...rest, target })));

/**
 * Expects every account to have its acknowledged records and nothing else: none lost, doubled, or of another account.
 */
async function expectExact(parties: readonly Party[], url: string): Promise<void> {
  for (const { account, journal } of parties) {
    expect(journal.contradictions).toEqual([]);
    const acknowledged = journal.acknowledged.values();
    expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
    expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
  }
}

/** How many statements had records of several developers, of all kinds. */
async function sharedStatements({ url }: Gateway): Promise<number> {
  const { samples } = await scrape(url);
  const counts = samples.filter(
    ({ name, labels }) =>
      name === 'outturn_statement_duration_seconds_count' && /^record_.*shared$/.test(labels.statement ?? ''),
  );
  return sumOf(counts, 'outturn_statement_duration_seconds_count');
}

const revenue = (key: string, description?: string): Item => ({
  key,
  fact: { kind: 'revenues', input: { amount: '0.01', recordedAt: '2026-06-30T12:00:00Z', description } },
});

describe(`with shared statements of ${ACCOUNTS} concurrent accounts`, () => {
  test(`every one of ${ITEMS} items an account is stored once, however often clients repeat, contradict or spoil them`, {
    timeout: 900_000,
  }, async () => {
    const [first, second] = await Promise.all([gateways.start(store.url), gateways.start(store.url)]);
    const parties = await gather(first.url, ITEMS);
    let turn = 0;
    await loadOf(parties, () => (turn++ % 2 ? first : second).url);
    for (const { journal } of parties) expect(journal.disturbances).toEqual({});
    await expectExact(parties, first.url);
    const shared = await Promise.all([first, second].map(sharedStatements));
    expect(Math.min(...shared)).toBeGreaterThan(100);
    report(
      `${ACCOUNTS} accounts × ${ITEMS} items over two gateways, repeated, contradicted and spoiled, in ${shared.join(' and ')} shared statements: each record once, with its owner`,
    );
  });

  test(`${KILLS} times kill -9 of the gateway loses and doubles nothing of any account`, {
    timeout: 3_600_000,
  }, async () => {
    let gateway = await gateways.start(store.url);
    const parties = await gather(gateway.url);
    const load = loadOf(parties, () => gateway.url);
    const acknowledged = () => parties.reduce((sum, { journal }) => sum + journal.acknowledged.size, 0);
    const moreAcknowledged = async () => {
      const before = acknowledged();
      await waitUntil('more was acknowledged', () => acknowledged() >= before + ITEMS_PER_LIFE);
    };
    const disruption = killGateways({
      times: KILLS,
      current: () => gateway,
      restart: async () => {
        gateway = await gateways.start(store.url);
      },
      work: moreAcknowledged,
    });
    const stop = () => {
      for (const { workload } of parties) workload.stop();
    };
    await Promise.all([disruption.finally(stop), load]);
    expect(await sharedStatements(gateway)).toBeGreaterThan(10);
    await expectExact(parties, gateway.url);
    report(
      `${KILLS} × kill -9 under ${ACCOUNTS} accounts that share statements: of ${acknowledged()} acknowledged records 0 lost, 0 doubled, 0 replayed differently; the rollups of each verify`,
    );
  });

  test('a row that PostgreSQL refuses fails alone, also beside those of other accounts', async () => {
    const { url } = await gateways.start(store.url);
    await store.database.pool.query(
      `alter table revenues add constraint no_poison check (description is distinct from 'poison')`,
    );
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(store.database)));
    const sent = accounts.flatMap((account, i) =>
      [0, 1].map(async (n) => {
        const isPoison = i % 8 === 3 && n === 0;
        const item = revenue(`poison-${n}`, isPoison ? 'poison' : 'fine');
        const [result] = await routes.restSingle.send({ url, agent, ...account }, [item]);
        return { isPoison, result };
      }),
    );
    for (const { isPoison, result } of await Promise.all(sent)) {
      expect(result).toMatchObject(
        isPoison ? { status: 'rejected', code: 'Server Error' } : { status: 'created' },
      );
    }
  });

  test('a blocked account delays no other, including those in the same statement', async () => {
    const { url } = await gateways.start(store.url);
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(store.database)));
    const send = (account: Account, key: string) =>
      routes.restSingle.send({ url, agent, ...account }, [revenue(key)]);
    const held = await holdRecording(store.database, accounts[HELD]?.developerId ?? '', 1);
    const stuck: Promise<unknown>[] = [];
    for (const round of [1, 2, 3]) {
      const answers = accounts.map((account) => send(account, `key-${round}`));
      stuck.push(...answers.splice(HELD, 1));
      const results = await Promise.all(answers);
      expect(results.flat().filter(({ status }) => status !== 'created')).toEqual([]);
    }
    await held.waiting(1);
    await held.release();
    for (const answer of await Promise.all(stuck)) expect(answer).toMatchObject([{ status: 'created' }]);
  });

  test('a canceled statement fails only its own account', async () => {
    const { url } = await gateways.start(store.url);
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(store.database)));
    const held = await holdRecording(store.database, accounts[HELD]?.developerId ?? '', 1);
    let isOver = false;
    const cancel = async () => {
      while (!isOver) {
        await held.cancelWaiting();
        await sleep(10);
      }
    };
    const canceling = cancel();
    const results = await Promise.all(
      accounts.map((account) => routes.restSingle.send({ url, agent, ...account }, [revenue('canceled')])),
    );
    isOver = true;
    await canceling;
    await held.release();
    expect(results.splice(HELD, 1)).toMatchObject([[{ status: 'rejected', code: 'Server Error' }]]);
    expect(results.flat().filter(({ status }) => status !== 'created')).toEqual([]);
  });
});
