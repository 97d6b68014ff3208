import { createOutturnClient } from '@outturn/client';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

test('transaction 10 comes after transaction 9, also to who follows records', async () => {
  const { url } = await gateways.start(store.url);
  const { token: apiKey, developerId } = await openAccount(store.database);
  const client = createOutturnClient({ url, apiKey });
  for (const name of ['0', '1', '2', '3']) await client.events.record.mutate({ type: 'llm.call', name });
  await store.database.pool.query(
    `update commits c set xid = (7 + n)::text::xid8
     from (select xid, row_number() over (order by xid) as n from commits where developer_id = $1) as numbered
     where c.developer_id = $1 and c.xid = numbered.xid`,
    [developerId],
  );

  const names: (string | null)[] = [];
  const lastEventId = `8-0-${Date.now().toString(36)}`;
  const signal = AbortSignal.timeout(1_000);
  for await (const { data } of client.records.live.subscribe({ lastEventId }, { signal }))
    if (data.kind === 'events') names.push(data.record.name);

  expect(names).toEqual(['0', '1', '2', '3']);
});
