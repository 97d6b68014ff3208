import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { checkPooler } from '../../apps/gateway/src/process/check-pooler.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { startGateway } from '../support/gateway.ts';
import { on } from '../support/on.ts';

const store = usePrivateDatabase();
const away = 'postgres://nobody@127.0.0.1:1/outturn';

/** The check that every start begins with. */
const check = (databaseUrl: string, databaseDirectUrl?: string) =>
  checkPooler({ databaseUrl, databaseDirectUrl, hasPreparedStatements: true });

/** The URL of the database with a change. */
function changed(change: (url: URL) => void): string {
  const url = new URL(store.url);
  change(url);
  return url.href;
}

test('a start without a reachable database names the variable of its URL', async () => {
  // `behindPooler` of the test run must not set the other URL.
  await expect(startGateway(away, { DATABASE_DIRECT_URL: '' })).rejects.toThrow(
    /to DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1/,
  );
});

test('an unusable database is named by the variable of its URL', async () => {
  const none = changed((url) => {
    url.pathname = '/nothing_here';
  });
  const stranger = changed((url) => {
    url.username = 'stranger';
  });
  for (const [url, why] of [
    [away, /to DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1/],
    [none, /to DATABASE_URL: database "nothing_here" does not exist/],
    [stranger, /to DATABASE_URL: .*"stranger"/],
  ] as const) {
    await expect(check(url)).rejects.toThrow(why);
  }
});

test('a database without a free connection is named by the variable of its URL', async () => {
  const role = `full_${randomUUID().replaceAll('-', '')}`;
  const password = randomUUID();
  await on(store.url, `create role ${role} login password '${password}' connection limit 0`);
  onTestFinished(() => on(store.url, `drop role ${role}`).then(() => undefined));
  const full = changed((url) => {
    url.username = role;
    url.password = password;
  });
  await expect(check(full)).rejects.toThrow('Cannot connect to DATABASE_URL: too many connections for role');
});

test('the unusable one of two URLs is named', async () => {
  await expect(check(store.url, away)).rejects.toThrow(
    'Cannot connect to DATABASE_DIRECT_URL: connect ECONNREFUSED',
  );
  await expect(check(away, store.url)).rejects.toThrow(
    'Cannot connect to DATABASE_URL: connect ECONNREFUSED',
  );
});
