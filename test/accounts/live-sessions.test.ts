import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { mintKey, offerDeveloper, testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { followSession, untilEnd } from '../support/live/session-streams.ts';
import { bound } from '../support/load/figures.ts';
import { runInside } from '../support/run-inside.ts';

const gateway = useGateway();

/** The promise is a second; a run that shares the machine allows more. No other cause ends a stream within a minute. */
const SOON = bound(20_000, 1_000);

const ended = 'The session has ended. Sign in again.';
const unconfirmed = 'The gateway could not confirm the session.';

/** Whether a stream is still open after the time in which its end would have arrived. */
async function goesOn(stream: EventStream): Promise<boolean> {
  const moment = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 300));
  return Promise.race([untilEnd(stream).then(() => false), moment]);
}

async function signedInTwice() {
  const email = newEmail();
  const here = await signedUp(gateway.url, email);
  const elsewhere = new Browser(gateway.url);
  await elsewhere.signIn(email);
  return { email, here, elsewhere };
}

const ways: [string, (session: { here: Browser; elsewhere: Browser; email: string }) => Promise<unknown>][] =
  [
    [
      'its cookie signs out in another browser',
      async ({ here }) => {
        const thief = new Browser(gateway.url);
        for (const [name, value] of here.cookies) thief.cookies.set(name, value);
        await thief.signOut();
      },
    ],
    [
      'the password is changed elsewhere',
      ({ elsewhere }) =>
        elsewhere.send('/api/auth/change-password', {
          body: { currentPassword: 'correct horse', newPassword: 'battery staple' },
        }),
    ],
    [
      'an operator resets the password',
      ({ email }) => runInside(inject('databaseUrl'), 'accounts', 'reset-password', email),
    ],
    [
      'the account is deleted in the database',
      async ({ email }) => {
        const { pool } = await testDatabase();
        await pool.query('delete from user_sessions using users u where u.id = user_id and u.email = $1', [
          email,
        ]);
      },
    ],
  ];

test.each(ways)('streams of a session end within a second after %s', async (_, end) => {
  const session = await signedInTwice();
  const streams = [await followSession(session.here), await followSession(session.here, 'GraphQL')];
  const bystander = await followSession(await signedUp(gateway.url));
  await end(session);
  for (const { text, after } of await Promise.all(streams.map(untilEnd))) {
    expect(text).toContain(ended);
    expect(after).toBeLessThan(SOON);
  }
  expect(await goesOn(bystander)).toBe(true);
});

test('streams of other sessions of the account go on after one of them signed out', async () => {
  const { here, elsewhere } = await signedInTwice();
  const stream = await followSession(here);
  await elsewhere.signOut();
  expect(await goesOn(stream)).toBe(true);
});

test('streams of a session end when its lifetime is shortened', async () => {
  const browser = await signedUp(gateway.url);
  const { user } = await browser.trpc.account.get.query({});
  const stream = await followSession(browser);
  const { pool } = await testDatabase();
  await pool.query('update user_sessions set expires_at = now() where user_id = $1', [user.id]);
  const { text, after } = await untilEnd(stream);
  expect(text).toContain(ended);
  expect(after).toBeLessThan(SOON);
});

test('streams of a session end when it expires, and a new subscription is told that it has ended', async () => {
  const browser = await signedUp(gateway.url);
  const { user } = await browser.trpc.account.get.query({});
  const { pool } = await testDatabase();
  const sql = `update user_sessions set expires_at = now() + interval '3 seconds' where user_id = $1`;
  // The change is announced and ends streams, so the next one begins after the announcement.
  const earlier = await followSession(browser);
  await pool.query(sql, [user.id]);
  await untilEnd(earlier);
  const stream = await followSession(browser);
  expect((await untilEnd(stream)).text).toContain(unconfirmed);
  const again = await openStream(`${gateway.url}/trpc/records.live?input={}`, {
    headers: { cookie: browser.cookie },
  });
  expect((await untilEnd(again)).text).toContain(ended);
});

test('streams end when the account takes over another developer, and new ones follow that developer', async () => {
  const browser = await signedUp(gateway.url);
  const stream = await followSession(browser);
  const figures = await followSession(browser, 'GraphQL');
  const { developer } = await mintKey();
  const token = await offerDeveloper(await testDatabase(), developer);
  await browser.trpc.account.claim.mutate({ token });
  const { text, after } = await untilEnd(stream);
  expect(text).toContain(unconfirmed);
  expect(after).toBeLessThan(SOON);
  // With an error, client libraries would not subscribe again.
  expect((await untilEnd(figures)).text).toBe('');

  const next = await followSession(browser);
  const agentKey = randomUUID();
  const recordedAt = new Date().toISOString();
  await browser.trpc.revenues.record.mutate({ amount: '1', recordedAt, agentKey });
  expect((await next.next())?.data).toContain(agentKey);
});
