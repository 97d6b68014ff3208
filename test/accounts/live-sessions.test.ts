import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Browser, fromOurPage, newEmail, signedUp } from '../support/browser.ts';
import { mintKey, offerDeveloper, testDatabase } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type EventStream, openStream } from '../support/live/event-stream.ts';
import { bound } from '../support/load/figures.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const gateway = useGateway();

/** A second is promised; a run that shares the machine allows more. Nothing else would end a stream within a minute. */
const SOON = bound(20_000, 1_000);

const ended = 'The session has ended. Sign in again.';
const unconfirmed = 'The gateway could not confirm the session.';

const slice =
  'subscription { analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { goals } } }';

/** What a browser follows; it has sent something by now. */
async function follow(surface: 'tRPC' | 'GraphQL', { url, cookie }: Browser): Promise<EventStream> {
  const headers = { cookie, origin: url, ...fromOurPage };
  const stream = await (surface === 'tRPC'
    ? openStream(`${url}/trpc/records.live?input={}`, { headers })
    : openStream(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: slice }),
      }));
  onTestFinished(() => stream.close());
  const first = await stream.next();
  if (surface === 'tRPC') await stream.next();
  expect(first).toBeDefined();
  return stream;
}

/** Everything that a stream sends before its end, and how long that took. */
async function untilEnd(stream: EventStream): Promise<{ text: string; after: number }> {
  const start = performance.now();
  let text = '';
  for (let event = await stream.next(); event; event = await stream.next()) text += event.data;
  return { text, after: performance.now() - start };
}

/** Whether a stream still goes on after a moment in which the end of it would have come. */
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
      ({ email }) => runOutturn(inject('databaseUrl'), 'accounts', 'reset-password', email),
    ],
    [
      'somebody deletes the account in the database',
      async ({ email }) => {
        const { pool } = await testDatabase();
        await pool.query('delete from user_sessions using users u where u.id = user_id and u.email = $1', [
          email,
        ]);
      },
    ],
  ];

test.each(ways)('what a session follows ends within a second after %s', async (_, end) => {
  const session = await signedInTwice();
  const streams = [await follow('tRPC', session.here), await follow('GraphQL', session.here)];
  const bystander = await follow('tRPC', await signedUp(gateway.url));
  await end(session);
  for (const { text, after } of await Promise.all(streams.map(untilEnd))) {
    expect(text).toContain(ended);
    expect(after).toBeLessThan(SOON);
  }
  expect(await goesOn(bystander)).toBe(true);
});

test('other sessions of the account are followed on after one of them signed out', async () => {
  const { here, elsewhere } = await signedInTwice();
  const stream = await follow('tRPC', here);
  await elsewhere.signOut();
  expect(await goesOn(stream)).toBe(true);
});

test('a session that is cut short ends what it follows', async () => {
  const browser = await signedUp(gateway.url);
  const { user } = await browser.trpc.account.get.query({});
  const stream = await follow('tRPC', browser);
  const { pool } = await testDatabase();
  await pool.query('update user_sessions set expires_at = now() where user_id = $1', [user.id]);
  const { text, after } = await untilEnd(stream);
  expect(text).toContain(ended);
  expect(after).toBeLessThan(SOON);
});

test('a session whose time is over ends what it follows, and is told so when it subscribes anew', async () => {
  const browser = await signedUp(gateway.url);
  const { user } = await browser.trpc.account.get.query({});
  const { pool } = await testDatabase();
  const sql = `update user_sessions set expires_at = now() + interval '3 seconds' where user_id = $1`;
  // The change is announced, which ends streams too: the next one begins after that.
  const earlier = await follow('tRPC', browser);
  await pool.query(sql, [user.id]);
  await untilEnd(earlier);
  const stream = await follow('tRPC', browser);
  expect((await untilEnd(stream)).text).toContain(unconfirmed);
  const again = await openStream(`${gateway.url}/trpc/records.live?input={}`, {
    headers: { cookie: browser.cookie },
  });
  expect((await untilEnd(again)).text).toContain(ended);
});

test('an account that takes over another developer follows that one from then on', async () => {
  const browser = await signedUp(gateway.url);
  const stream = await follow('tRPC', browser);
  const { developer } = await mintKey();
  const token = await offerDeveloper(await testDatabase(), developer);
  await browser.trpc.account.claim.mutate({ token });
  const { text, after } = await untilEnd(stream);
  expect(text).toContain(unconfirmed);
  expect(after).toBeLessThan(SOON);

  const next = await follow('tRPC', browser);
  const agentKey = randomUUID();
  const recordedAt = new Date().toISOString();
  await browser.trpc.revenues.record.mutate({ amount: '1', recordedAt, agentKey });
  expect((await next.next())?.data).toContain(agentKey);
});
