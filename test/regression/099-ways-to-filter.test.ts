import {
  createService,
  OutturnError,
  operations,
  type Principal,
  relations,
  type Service,
} from '@outturn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';

const store = usePrivateDatabase();
let service: Service;
let principal: Principal;
beforeAll(async () => {
  // So few connections that lists have one, whose session tells what it keeps.
  service = await createService({ url: store.url, connections: 8 });
  const { token } = await openAccount(store.database);
  const caller = await service.authenticate(`Bearer ${token}`);
  if (caller instanceof OutturnError) throw caller;
  principal = caller;
  const revenue = { amount: '1', recordedAt: '2026-01-01T00:00:00Z', agentKey: 'a', sessionKey: 's' };
  await service.execute(operations.revenues.record, { principal, requestId: 'one' }, revenue);
});
afterAll(() => service.close());

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

/** How many statements the connection keeps. */
async function kept(): Promise<number> {
  const sql = 'select count(*) from pg_prepared_statements';
  return Number((await service.database.read('kept', sql, []))[0]?.[0]);
}

// Each kept a statement of its own on each connection, some 65 KB of PostgreSQL's memory: thousands, at the choice of any caller.
test('lists that are filtered in many ways leave few statements behind', async () => {
  for (const filter of ways)
    for (const sort of ['-id', '-recordedAt'])
      await service.execute(operations.revenues.list, { principal, requestId: 'list' }, { ...filter, sort });
  expect(await kept()).toBeLessThan(30);
});

test('so do those of what others name', async () => {
  const before = await kept();
  for (const filter of ways) {
    const input = { owner: 'agents', ids: [id], ...filter };
    await service.execute(relations.ofEach.revenues, { principal, requestId: 'each' }, input);
  }
  expect((await kept()) - before).toBeLessThan(10);
});
