import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

// A claim leaves a developer behind two minutes after the mark: see test/accounts/developers-left-behind.test.ts.
test('a record whose mark took longer than ten seconds is refused, because a claim may have missed it', async () => {
  const { url } = await gateways.start(store.url);
  const { trpc } = await signedUp(url);
  const { id } = (await trpc.account.get.query({})).user;
  const record = () => trpc.revenues.record.mutate(minimal);
  const client = await store.database.pool.connect();
  await client.query('begin');
  await client.query('select from users where id = $1 for update', [id]);
  const refused = expect(record()).rejects.toThrow('The service is busy');
  await sleep(11_000);
  await client.query('commit');
  client.release();
  await refused;
  expect((await trpc.revenues.list.query({})).items).toEqual([]);
  await record();
}, 30_000);
