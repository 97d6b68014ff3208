import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { startGateway } from '../support/gateway.ts';
import { on } from '../support/on.ts';

const store = usePrivateDatabase();

/** The URL of the database, with something else in it. */
function changed(change: (url: URL) => void): string {
  const url = new URL(store.url);
  change(url);
  return url.href;
}

const away = 'postgres://nobody@127.0.0.1:1/outturn';

/** `behindPooler` of the test run must not set the other URL. */
const alone = { DATABASE_DIRECT_URL: '' };

// It named DATABASE_DIRECT_URL, which nobody had set.
test('a database that cannot be used is named by the variable that leads to it', async () => {
  const none = changed((url) => {
    url.pathname = '/nothing_here';
  });
  const stranger = changed((url) => {
    url.username = 'stranger';
  });
  for (const [url, why] of [
    [away, /from DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1/],
    [none, /from DATABASE_URL: database "nothing_here" does not exist/],
    [stranger, /from DATABASE_URL: .*"stranger"/],
  ] as const) {
    await expect(startGateway(url, alone)).rejects.toThrow(why);
  }
});

test('so is one that has no connection left', async () => {
  const role = `full_${randomUUID().replaceAll('-', '')}`;
  const password = randomUUID();
  await on(store.url, `create role ${role} login password '${password}' connection limit 0`);
  const full = changed((url) => {
    url.username = role;
    url.password = password;
  });
  await expect(startGateway(full, alone)).rejects.toThrow(
    'No session can be had from DATABASE_URL: too many connections for role',
  );
  await on(store.url, `drop role ${role}`);
});

test('of two that are set, the one that cannot be used is named', async () => {
  await expect(startGateway(store.url, { DATABASE_DIRECT_URL: away })).rejects.toThrow(
    'No session can be had from DATABASE_DIRECT_URL: connect ECONNREFUSED',
  );
  await expect(startGateway(away, { DATABASE_DIRECT_URL: store.url })).rejects.toThrow(
    'No session can be had from DATABASE_URL: connect ECONNREFUSED',
  );
});
