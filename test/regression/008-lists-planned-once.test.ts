import { operations } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';

const CALLS = 20;
/** PostgreSQL plans a statement anew so often before it considers one plan for all calls. */
const ANEW_AT_FIRST = 5;

const store = usePrivateDatabase();
// So few connections that lists have one, whose session tells how they were planned.
const caller = usePrivateService(store, 8);
beforeAll(async () => {
  const { service, principal } = caller;
  for (let batch = 0; batch < 40; batch++) {
    const items = Array.from({ length: 1000 }, (_, i) => ({
      amount: '1',
      recordedAt: new Date(Date.UTC(2026, 0, 1, 0, batch, i % 60)).toISOString(),
      customerKey: `customer-${i % 10}`,
    }));
    await service.execute(operations.revenues.recordBatch, { principal, requestId: 'batch' }, items);
  }
  await store.database.pool.query('vacuum analyze revenues');
});

/** How often each list that was asked for since was planned anew, and how often by the plan for all calls. */
async function plansOf(input: object): Promise<{ anew: number; once: number }> {
  const { service, principal } = caller;
  for (let i = 0; i < CALLS; i++)
    await service.execute(operations.revenues.list, { principal, requestId: 'list' }, input);
  const [[anew, once] = []] = await service.database.read(
    'plans',
    `select custom_plans, generic_plans from pg_prepared_statements
     where name like 'revenues_list%' order by prepare_time desc limit 1`,
    [],
  );
  return { anew: Number(anew), once: Number(once) };
}

// With thousands of records each call was planned anew, which took longer than to read a page.
test.each([
  ['the newest 20 of a customer', { limit: 20, customerKey: 'customer-3' }],
  ['the newest 100', {}],
  ['the newest 1,000', { limit: 1000 }],
  ['those of a day', { sort: 'recordedAt', recordedFrom: '2026-01-01T00:00:00Z', limit: 50 }],
])('%s are planned once', async (_, input) => {
  expect(await plansOf(input)).toEqual({ anew: ANEW_AT_FIRST, once: CALLS - ANEW_AT_FIRST });
});
