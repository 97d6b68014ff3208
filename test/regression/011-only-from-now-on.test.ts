import { createOutturnClient } from '@outturn/client';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

// A stream starts at the oldest transaction that still runs, anywhere on the server, and told again of what had been
// recorded since that one began.
test('a new stream tells nothing of what was recorded before it, however long others take', async () => {
  const { url } = await gateways.start(store.url);
  const { token: apiKey } = await openAccount(store.database);
  const client = createOutturnClient({ url, apiKey });
  const { pool } = store.database;
  const ended = new AbortController();
  onTestFinished(() => ended.abort());

  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_current_xact_id()');
  await client.events.record.mutate({ type: 'llm.call', name: 'before' });
  const names: (string | null)[] = [];
  for await (const { data } of client.records.live.subscribe({}, { signal: ended.signal })) {
    if (data.kind === 'position') {
      await client.events.record.mutate({ type: 'llm.call', name: 'after' });
      await holder.query('commit');
      holder.release();
    }
    if (data.kind !== 'events') continue;
    names.push(data.record.name);
    if (data.record.name === 'after') break;
  }
  expect(names).toEqual(['after']);
});
