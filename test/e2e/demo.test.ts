import { demoSessions } from '@outturn/demo-data';
import { createAccount, hasRecords, listApiKeys, recordKinds } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { newEmail } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { waitUntil } from '../support/load/wait-until.ts';

const store = usePrivateDatabase();
const other = usePrivateDatabase();

async function startWithDemo(databaseUrl: string): Promise<Gateway> {
  const gateway = await startGateway(databaseUrl, { SHUTDOWN_DELAY: '0' }, { args: ['--demo'] });
  onTestFinished(() => gateway.stop());
  return gateway;
}

const says = (gateway: Gateway, words: string) =>
  waitUntil(`the gateway says: ${words}`, () => gateway.output().includes(words));

/** Owners of the keys that recorded demo data, and whether each key is revoked. */
const demoKeys = async () =>
  (await listApiKeys(store.database))
    .filter(({ name }) => name.startsWith('Demo data'))
    .map(({ developerName, revokedAt }) => [developerName, revokedAt !== null]);

test('--demo fills a new installation; a later start completes what was interrupted, and adds nothing more', {
  timeout: 120_000,
}, async () => {
  const started = new Date();
  const first = await startWithDemo(store.url);
  await waitUntil('there is a record', () => hasRecords(store.database, recordKinds));
  await first.stop('SIGINT');
  expect(first.child.exitCode).toBe(0);
  expect(first.output()).toContain('the demo data is incomplete. To complete it: outturn serve --demo"');
  expect(await demoKeys()).toEqual([['default', false]]);

  const second = await startWithDemo(store.url);
  await says(second, 'the demo data is complete');
  expect(await demoKeys()).toEqual([
    ['default', true],
    ['default', true],
  ]);
  const count = async () =>
    (await store.database.pool.query('select count(*)::int from sessions')).rows[0].count;
  const sessions = await count();
  const expected = [...demoSessions({ seed: 'demo', days: 90, sessions: 20, until: started })];
  expect(expected.length).toBeGreaterThan(500);
  expect(sessions).toBeGreaterThanOrEqual(expected.length);
  await second.stop();

  const third = await startWithDemo(store.url);
  await says(third, '--demo adds nothing: there are records already.');
  expect(await count()).toBe(sessions);
});

test('--demo fills the only account, and not one of several', async () => {
  await createAccount(other.database, { email: newEmail(), name: 'Ada', plan: 'unlimited' });
  await createAccount(other.database, { email: newEmail(), name: 'Bob', plan: 'unlimited' });
  const gateway = await startWithDemo(other.url);
  await says(gateway, '--demo adds nothing: several could own it.');
  expect(await hasRecords(other.database, recordKinds)).toBe(false);
  await gateway.stop();

  await other.database.pool.query(`delete from users where name = 'Bob'`);
  const again = await startWithDemo(other.url);
  await says(again, 'adding demo data');
  await waitUntil('there is a record', () => hasRecords(other.database, recordKinds));
  const owners = await other.database.pool.query(
    'select distinct u.name from events e join users u on u.developer_id = e.developer_id',
  );
  expect(owners.rows).toEqual([{ name: 'Ada' }]);
});
