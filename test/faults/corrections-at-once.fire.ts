import { createService, type Operation, operations, type Principal, type Service } from '@outturn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions } from '../../packages/service/src/ledger/correcting/find-contradictions.ts';
import { recordKinds } from '../../packages/service/src/records/record-kinds.ts';
import { verifyRollups } from '../../packages/service/src/rollups/verify-rollups.ts';
import { Follower } from '../support/correcting/follower.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { newPrincipal } from '../support/drivers/private-service.ts';
import { figure, report } from '../support/load/figures.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const BATCHES = figure(15, 500);
const GATEWAYS = 8;
const RECORDS = 60;

const recordedAt = '2026-01-15T10:30:00.000Z';

const store = usePrivateDatabase();
/** A gateway writes the corrections of an account one after the other, so each of these adds one that writes. */
let services: Service[];
beforeAll(async () => {
  services = [];
  for (let i = 0; i < GATEWAYS; i++) services.push(await createService({ url: store.url, connections: 4 }));
});
afterAll(async () => {
  for (const service of services) await service.close();
});

type Batch = { results: { status: string; record?: { id: string } }[] };

test(`${GATEWAYS} gateways correct and refund the same ${RECORDS} records: their versions reach a follower in order`, {
  timeout: 900_000,
}, async () => {
  const principal = await newPrincipal(services[0] as Service, store);
  const random = new Random(29);
  const follower = new Follower(services, principal, new Random(31));
  await waitUntil('it follows', () => follower.hasBegun);
  const revenues = Array.from({ length: RECORDS }, () => ({ amount: '1000', recordedAt, sessionKey: 's' }));
  const { recordBatch, correctBatch, refundBatch } = operations.revenues;
  const { results } = await run(services[0] as Service, principal, recordBatch, revenues);
  const ids = results.map(({ record }) => record?.id ?? '');
  const refundIds: string[] = [];
  let corrections = 0;

  const correction = () => {
    const isOfRefund = refundIds.length > 0 && random.chance(0.4);
    const id = random.pick(isOfRefund ? refundIds : ids);
    const action = random.pick(['void', 'restore', 'amend'] as const);
    const amount = isOfRefund ? `-${1 + random.below(99)}` : `${1 + random.below(999)}`;
    const changes = { amount, ...(!isOfRefund && { agentKey: `agent-${random.below(9)}` }) };
    return { id, action, reason: 'test', ...(action === 'amend' && { changes }) };
  };
  const correct = async (service: Service) => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const items = Array.from({ length: 1 + random.below(25) }, correction);
      const { results } = await run(service, principal, correctBatch, items);
      corrections += results.filter(({ status }) => status === 'created').length;
      if (refundIds.length >= RECORDS) continue;
      const revenueId = random.pick(ids);
      const refunds = [
        { revenueId, amount: '7', recordedAt },
        { revenueId, amount: '900', recordedAt },
      ];
      const refunded = await run(service, principal, refundBatch, refunds);
      refundIds.push(...refunded.results.flatMap(({ record }) => record?.id ?? []));
    }
  };
  await Promise.all(services.map(correct));
  const all = { records: RECORDS + refundIds.length, corrections };
  await waitUntil('the follower was told of all', () => follower.wasToldOf(all));
  await follower.stop();
  expect(follower).toMatchObject(all);
  const { rows } = await store.database.pool.query(
    `select count(*)::int as corrections, (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
       (select count(*)::int from revenues) as active from corrections`,
  );
  expect(rows).toEqual([{ corrections, deadlocks: 0, active: follower.amounts.size }]);
  expect(await Array.fromAsync(verifyRollups(store.database, recordKinds))).toEqual([]);
  expect(await Array.fromAsync(findContradictions(store.database, recordKinds))).toEqual([]);
  report(
    `${GATEWAYS} gateways × ${BATCHES} batches over the same ${RECORDS} records: ${corrections} corrections and ${refundIds.length} refunds, versions in order for a follower that is cut off at random, no deadlock`,
  );
});

async function run(
  service: Service,
  principal: Principal,
  operation: Operation,
  input: unknown,
): Promise<Batch> {
  const call = { principal, requestId: 'test', idempotencyKey: () => undefined };
  return (await service.execute(operation, call, input)).output.value as Batch;
}
