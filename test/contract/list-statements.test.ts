import { operations, recordKinds, relationsOf } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';

const store = usePrivateDatabase();
// With so few connections lists share one, whose session counts its prepared statements.
const caller = usePrivateService(store, 8);
beforeAll(async () => {
  const { service, principal } = caller;
  const revenue = { amount: '1', recordedAt: '2026-01-01T00:00:00Z', agentKey: 'a', sessionKey: 's' };
  await service.execute(operations.revenues.record, { principal, requestId: 'one' }, revenue);
});

const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
const filters = Object.entries({
  agentKey: 'a',
  agentId: id,
  customerId: id,
  sessionKey: 's',
  source: 'shop',
  goalId: id,
  recordedFrom: '2026-01-01T00:00:00Z',
});
const ways = Array.from({ length: 2 ** filters.length }, (_, bits) =>
  Object.fromEntries(filters.filter((_, i) => (bits >> i) & 1)),
);

/** How many prepared statements the connection keeps. */
async function kept(): Promise<number> {
  const sql = 'select count(*) from pg_prepared_statements';
  return Number((await caller.service.database.read('kept', sql, []))[0]?.[0]);
}

// A prepared statement for each combination would let any caller take 65 KB of PostgreSQL's memory per connection.
test('lists with many combinations of filters leave few prepared statements behind', async () => {
  const { service, principal } = caller;
  for (const filter of ways)
    for (const sort of ['-id', '-recordedAt'])
      await service.execute(operations.revenues.list, { principal, requestId: 'list' }, { ...filter, sort });
  expect(await kept()).toBeLessThan(30);
});

test('relations with many combinations of filters leave few prepared statements behind', async () => {
  const { service, principal } = caller;
  const { ofEach } = relationsOf(recordKinds[0]);
  const before = await kept();
  for (const filter of ways) {
    const input = { parent: 'agents', ids: [id], ...filter };
    await service.execute(ofEach, { principal, requestId: 'each' }, input);
  }
  expect((await kept()) - before).toBeLessThan(10);
});
