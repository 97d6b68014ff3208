import { randomUUID } from 'node:crypto';
import { createApiKey } from '@outturn/service';
import { expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/kernel/rollups/rollup-deltas.ts';
import { addTenant } from '../../packages/service/src/kernel/tenant.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const NOTES = 16_000;
const store = usePrivateDatabase();

async function newDeveloper(): Promise<string> {
  const developerName = `folded-${randomUUID()}`;
  await createApiKey(store.database, { developerName, name: 'test' });
  const { rows } = await store.database.pool.query('select id from developers where name = $1', [
    developerName,
  ]);
  await addTenant(store.database, rows[0].id);
  return rows[0].id;
}

/** So many notes of one record each, as of calls that come one at a time. */
async function note(developerId: string): Promise<void> {
  await store.database.pool.query(
    `insert into rollup_deltas (developer_id, id, fact, records, agent_ids, customer_ids, amounts, times)
     select $1, gen_random_uuid(), 1, 1, array[null::uuid], array[null::uuid], array[1.5], array[timestamptz '2026-06-30T12:00Z']
     from generate_series(1, ${NOTES})`,
    [developerId],
  );
}

// Statistics of a moment in which one account had all the notes say of every other that it has none. The plan that follows
// compared each note with each: 772 of them took a third of a second, and these would take minutes.
test('notes of an account are folded although statistics know only those of another', async () => {
  const { pool } = store.database;
  await note(await newDeveloper());
  await pool.query('analyze rollup_deltas');
  const developer = await newDeveloper();
  await note(developer);
  expect(await foldRollups(store.database, developer)).toEqual({ folded: NOTES, left: 0 });
  const { rows } = await pool.query(
    'select total::float, count::int from rollups where developer_id = $1 and cut = 0 and grain = 1440',
    [developer],
  );
  expect(rows).toEqual([{ total: 24_000, count: NOTES }]);
});
