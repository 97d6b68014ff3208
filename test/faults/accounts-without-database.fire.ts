import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import type { Answer } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres } from '../support/load/private-postgres.ts';
import { on } from '../support/on.ts';

const gateways = useGateways();
const message = 'The service cannot answer at the moment. Try again in a second.';
const password = 'correct horse';

function expectToldToComeBack(answer: Answer, said = message): void {
  const { status, headers, text } = answer;
  expect({ status, ...JSON.parse(text) }).toEqual({
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: said,
  });
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.getSetCookie()).toEqual([]);
}

/** A member with a session, and a newcomer who wants to sign up. */
async function people(url: string) {
  const email = newEmail();
  return { email, member: await signedUp(url, email), stranger: new Browser(url) };
}

const changePassword = (browser: Browser) =>
  browser.send('/api/auth/change-password', {
    body: { currentPassword: password, newPassword: 'battery staple' },
  });

describe('without PostgreSQL', () => {
  const postgres = usePrivatePostgres();
  let url: string;
  beforeAll(async () => {
    ({ url } = await gateways.start(postgres.url, { REDIS_URL: '', DATABASE_DIRECT_URL: '' }));
  });

  test('account requests are answered with when to retry, and succeed after the outage', async () => {
    const { email, member, stranger } = await people(url);
    await postgres.end('SIGQUIT');
    expectToldToComeBack(await new Browser(url).signIn(email));
    expectToldToComeBack(await stranger.signUp());
    expectToldToComeBack(await member.send('/api/auth/get-session'));
    const hint = ' If the password is refused then, it has been changed.';
    expectToldToComeBack(await changePassword(member), message + hint);
    expectToldToComeBack(await member.signOut());
    await postgres.comeBack();

    expect((await new Browser(url).signIn(email)).status).toBe(200);
    expect((await stranger.signUp()).status).toBe(200);
    expect((await member.send('/api/auth/get-session')).text).toContain(email);
    expect((await changePassword(member)).status).toBe(200);
    expect((await member.signOut()).status).toBe(200);
  });
});

describe('with a database that takes no writes', () => {
  const store = usePrivateDatabase();
  const set = async (setting: string) => {
    const name = new URL(store.url).pathname.slice(1);
    await on(store.url, `begin read write; alter database ${name} ${setting}; commit`);
    await on(
      store.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  };

  test('account requests are answered with when to retry, and succeed once writes are possible', async () => {
    const { url } = await gateways.start(store.url, { REDIS_URL: '', DATABASE_DIRECT_URL: '' });
    const { email, member, stranger } = await people(url);
    const newcomer = newEmail();
    await set('set default_transaction_read_only = on');
    // The first request may get a connection that has just been closed.
    await stranger.signUp(newcomer);
    expectToldToComeBack(await stranger.signUp(newcomer));
    expectToldToComeBack(await new Browser(url).signIn(email));
    expectToldToComeBack(await member.signOut());
    expect((await member.send('/api/auth/get-session')).text).toContain(email);
    await set('reset default_transaction_read_only');

    await new Browser(url).signIn(email);
    expect((await stranger.signUp(newcomer)).status).toBe(200);
    expect((await new Browser(url).signIn(email)).status).toBe(200);
    expect((await member.signOut()).status).toBe(200);
  });
});
