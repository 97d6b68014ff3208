import { connectDatabase, createApiKey, revokeApiKey } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();

// A process that ended between the two had revoked a key of which no gateway heard, and which worked on for seconds.
test('from the command line as well, a key is not revoked unless gateways are told', async () => {
  const { id } = await createApiKey(store.database, { developerName: 'acme', name: 'test' });
  await store.database.pool.query(`
    create function public.pg_notify(text, text) returns void language plpgsql
      as $$ begin raise exception 'the process ends here'; end $$`);
  // For sessions that begin from now on.
  await store.database.pool.query(`do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);
  const database = await connectDatabase({ url: store.url, poolSize: 2 });
  onTestFinished(() => database.close());
  const isRevoked = async () =>
    (await store.database.pool.query('select revoked_at is not null as it from api_keys where id = $1', [id]))
      .rows[0]?.it;

  await expect(revokeApiKey(database, id)).rejects.toThrow('the process ends here');
  expect(await isRevoked()).toBe(false);

  await store.database.pool.query('drop function public.pg_notify');
  expect(await revokeApiKey(database, id)).toBe(1);
  expect(await isRevoked()).toBe(true);
  expect(await revokeApiKey(database, id)).toBe(0);
});
