import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { doors } from '../support/load/doors.ts';
import { useGateways } from '../support/load/gateways.ts';
import { scrape, sumOf } from '../support/metrics.ts';

const ITEMS = 64;

const store = usePrivateDatabase();
const gateways = useGateways();

/** Each half that a bad row was looked for in counted its records again, so that folding and waiting came too early. */
test('records beside a bad row are counted once among those that are to be folded', async () => {
  await store.database.pool.query(
    `alter table revenues add constraint no_poison check (description is distinct from 'poison')`,
  );
  const { url } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  const items = Array.from({ length: ITEMS }, (_, i) => ({
    key: `row-${i}`,
    fact: {
      kind: 'revenues' as const,
      input: {
        amount: '0.01',
        recordedAt: '2026-06-30T12:00:00Z',
        description: i === 40 ? 'poison' : 'fine',
      },
    },
  }));
  const results = await doors.restBatch.send({ url, agent: new Agent(), ...account }, items);
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(ITEMS - 1);

  const { samples } = await scrape(url);
  expect(sumOf(samples, 'outturn_rollups_unfolded_records')).toBeLessThanOrEqual(ITEMS - 1);
});
