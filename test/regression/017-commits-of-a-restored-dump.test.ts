import { createOutturnClient } from '@outturn/client';
import { migrate } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

// A dump brings the numbers of its server's transactions along, and a young one comes to each of them once more: recording
// failed for as long as it met them, and followers were told of old records as of new ones.
test('a server that is behind the dump it has restored records and tells of what is new alone', async () => {
  const { token: apiKey, developerId } = await openAccount(store.database);
  const { pool } = store.database;
  const { rows } = await pool.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  const next = BigInt(rows[0]?.next ?? 0);
  await pool.query(
    `insert into commits (developer_id, xid, fact, ids, committed_at)
     select $1, ($2::bigint + i)::text::xid8, fact, array[gen_random_uuid()], now()
     from generate_series(0, 2000) i, generate_series(1, 4) fact`,
    [developerId, String(next)],
  );

  await migrate(store.database);
  const { url } = await gateways.start(store.url);
  const client = createOutturnClient({ url, apiKey });
  const names: (string | null)[] = [];
  for await (const { data } of client.records.live.subscribe({})) {
    if (data.kind === 'events') names.push(data.record.name);
    if (names.length === 20) break;
    if (data.kind === 'position')
      for (let i = 0; i < 20; i++) await client.events.record.mutate({ type: 'llm.call', name: `${i}` });
  }
  expect(names).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
});
