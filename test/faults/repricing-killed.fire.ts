import { setTimeout as sleep } from 'node:timers/promises';
import { recordKinds, verifyRollups } from '@outturn/service';
import { expect, test } from 'vitest';
import { toUnits } from '../../packages/service/src/base/decimal-units.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { restOf } from '../support/drivers/rest-calls.ts';
import { openAccount } from '../support/load/account.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';

const EVENTS = figure(6_000, 20_000);
const BATCH = 1_000;
const KILLS = 2;
const CORRECTED = 10;

const store = usePrivateDatabase();
const gateways = useGateways();

const window = { from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' };

test(`repricing of ${EVENTS} events by gateways that are killed is exact, and so is its revert`, {
  timeout: 600_000,
}, async () => {
  let gateway = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const current = {
    get url() {
      return gateway.url;
    },
  };
  const call = restOf(current, () => token);
  const ids: string[] = [];
  for (let i = 0; i < EVENTS; i += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, j) => ({
      type: 'llm.call',
      model: 'house-model',
      agentKey: `agent ${(i + j) % 7}`,
      inputTokens: 1 + ((i + j) % 1_013),
      occurredAt: new Date(Date.parse(window.from) + ((i + j) % 40_000) * 60_000).toISOString(),
    }));
    const { body } = await call('POST', 'events/batch', batch);
    for (const { record } of body.results) ids.push(record.id);
  }
  const before = await totals();
  await call('POST', 'prices', { model: 'house-model', effectiveFrom: window.from, input: '1.234567' });
  const { body: expected } = await call('POST', 'prices/reprice', { ...window, dryRun: true });

  const { body: begun } = await call('POST', 'prices/reprice', window);
  const started = performance.now();
  const run = await endedUnderKills(begun.id);
  report(
    `${EVENTS} events repriced in ${Math.round(performance.now() - started)} ms, ${KILLS} gateways killed`,
  );
  const { events, oldCost, newCost, unpricedBefore } = expected;
  expect(run).toMatchObject({ events, oldCost, newCost, unpricedBefore, state: 'done' });
  expect(events).toBe(EVENTS);
  const after = await totals();
  expect(after).toEqual({ cost: newCost, events: EVENTS, unpricedEvents: 0 });
  expect(await sumOfRecords()).toBe(toUnits(newCost));
  await expectVerified();

  let kept = 0n;
  for (const id of ids.slice(0, CORRECTED)) {
    const { body } = await call('POST', `events/${id}/corrections`, {
      ...{ action: 'amend', changes: { name: 'Corrected' }, reason: 'test' },
    });
    kept += toUnits(body.after.cost);
  }
  const { body: reverting } = await call('POST', `prices/reprice/${run.id}/revert`, {});
  const revert = await endedUnderKills(reverting.id);
  expect(revert).toMatchObject({ events: EVENTS - CORRECTED, keptEvents: CORRECTED, newCost: '0' });
  const restored = await totals();
  expect(toUnits(restored.cost)).toBe(toUnits(before.cost) + kept);
  expect(restored).toMatchObject({ events: EVENTS, unpricedEvents: EVENTS - CORRECTED });
  expect(await sumOfRecords()).toBe(kept);
  await expectVerified();

  async function totals() {
    const query = `{ analytics(window: {from: "2026-06-01", to: "2026-07-01"}) { totals { cost events unpricedEvents } } }`;
    return (await call('POST', '../graphql', { query })).body.data.analytics.totals;
  }

  /** Kills the only gateway while the run goes on, and starts another one. */
  async function endedUnderKills(id: string) {
    for (let kills = 0; kills < KILLS; kills++) {
      await sleep(150);
      await gateway.stop('SIGKILL');
      gateway = await gateways.start(store.url);
    }
    for (;;) {
      const { body } = await call('GET', `prices/reprice/${id}`);
      if (body.state === 'done') return body;
      await sleep(50);
    }
  }

  async function sumOfRecords(): Promise<bigint> {
    const { rows } = await store.database.pool.query(
      'select coalesce(sum(cost), 0)::text as sum from events',
    );
    return toUnits(rows[0].sum);
  }

  async function expectVerified(): Promise<void> {
    const differences = [];
    for await (const difference of verifyRollups(store.database, recordKinds)) differences.push(difference);
    expect(differences).toEqual([]);
  }
});
