import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { Browser, newEmail } from '../support/browser.ts';
import { offerDeveloper } from '../support/developers.ts';
import { succeeded } from '../support/drivers/driver.ts';
import type { Answer } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runInside } from '../support/run-inside.ts';

// The accounts of the whole database decide who may sign up.
const store = usePrivateDatabase();
const gateways = useGateways();
/** For tests that do not depend on the first account. */
const shared = useGateway();
const byDefault = { ...behindProxy, SIGN_UP: '', REDIS_URL: '' };
let pair: [Gateway, Gateway];
let first: Answer[];

beforeAll(async () => {
  const start = () => gateways.start(store.url, byDefault);
  pair = await Promise.all([start(), start()]);
  expect(await modeAt(pair[0])).toBe('open');
  first = await Promise.all(
    Array.from({ length: 6 }, (_, i) => new Browser(pair[i % 2 ? 1 : 0].url).signUp()),
  );
}, 60_000);

async function modeAt({ url }: Gateway): Promise<string> {
  return JSON.parse((await new Browser(url).send('/api/auth/sign-up')).text).mode;
}

type SignUp = { browser?: Browser; email?: string; claimToken?: string; headers?: Record<string, string> };

async function signUp({
  browser = new Browser(pair[0].url),
  email = newEmail(),
  claimToken,
  headers,
}: SignUp = {}) {
  const body = { name: 'Ada', email, password: 'correct horse', claimToken };
  const answer = await browser.send('/api/auth/sign-up/email', { body, ...(headers && { headers }) });
  return { ...answer, browser, email, body: JSON.parse(answer.text) };
}

/** A developer made on the command line with a revenue, and the token of its claim link. */
async function offer() {
  const developerName = `offered-${randomUUID()}`;
  const { token } = await createApiKey(store.database, { developerName, name: 'test' });
  const revenue = succeeded(await connectRest(pair[0].url, token).record(minimal));
  return { developerName, revenue, claimToken: await offerDeveloper(store.database, developerName) };
}

async function count(table: 'users' | 'developers' | 'user_accounts' | 'user_sessions'): Promise<number> {
  const { rows } = await store.database.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
}

async function emailsOf(developerName: string): Promise<string[]> {
  const { rows } = await store.database.pool.query(
    'select u.email from users u join developers d on d.id = u.developer_id where d.name = $1',
    [developerName],
  );
  return rows.map(({ email }) => email);
}

const age = (days: number) =>
  store.database.pool.query(`update developer_claims set created_at = now() - $1 * interval '1 day'`, [days]);

const invalid = {
  code: 'INVITATION_NOT_VALID',
  message: 'This claim link is not valid, or it was used before.',
};

describe('an installation without an account', () => {
  test('gets its first from concurrent sign-ups on two gateways, and requires invitations from then on', async () => {
    expect(first.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
    const refused = first.find(({ status }) => status === 403);
    expect(JSON.parse(refused?.text ?? '')).toEqual({
      code: 'INVITATION_REQUIRED',
      message: 'Sign-up needs a claim link. Ask the operator of this installation for one.',
    });
    for (const table of ['users', 'user_accounts', 'user_sessions'] as const)
      expect(await count(table)).toBe(1);
    // One developer of the first start, and one of the account.
    expect(await count('developers')).toBe(2);
    for (const gateway of pair) expect(await modeAt(gateway)).toBe('invite');
  });
});

describe('by invitation, a sign-up', () => {
  test('takes over the developer of its claim link with its records, and makes no other', async () => {
    const { developerName, claimToken, revenue } = await offer();
    const developers = await count('developers');
    const { status, browser, email } = await signUp({ claimToken });
    expect(status).toBe(200);
    expect(await browser.trpc.account.get.query({})).toMatchObject({
      user: { email },
      developer: { name: developerName, plan: 'free' },
    });
    expect((await browser.trpc.revenues.list.query({})).items).toEqual([revenue]);
    expect(await count('developers')).toBe(developers);
    expect(await signUp({ claimToken })).toMatchObject({ status: 403, body: invalid });
  });

  test('without a link, or with a wrong or expired one, makes nothing', async () => {
    const { developerName, claimToken } = await offer();
    const users = await count('users');
    const withoutOne = { code: 'INVITATION_REQUIRED' };
    expect(await signUp()).toMatchObject({ status: 403, body: withoutOne });
    for (const token of [`${claimToken}x`, randomUUID()])
      expect(await signUp({ claimToken: token })).toMatchObject({ status: 403, body: invalid });
    expect(await signUp({ claimToken: '' })).toMatchObject({ status: 400 });
    await age(7);
    const { status, body } = await signUp({ claimToken });
    expect({ status, ...body }).toEqual({
      status: 403,
      code: 'INVITATION_EXPIRED',
      message: `This claim link has expired: it worked for 7 days. The operator of this installation can make a new one: outturn developers claim "${developerName}"`,
    });
    expect(await count('users')).toBe(users);
    await age(6.9);
    expect(await signUp({ claimToken })).toMatchObject({ status: 200 });
  });

  test('makes one account with one link, however many use it at once on two gateways', async () => {
    for (let round = 0; round < 3; round++) {
      const { developerName, claimToken } = await offer();
      const before = [await count('users'), await count('developers')];
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          signUp({ claimToken, browser: new Browser(pair[i % 2 ? 1 : 0].url) }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
      expect(answers.filter(({ body }) => body.code === invalid.code)).toHaveLength(5);
      expect(await emailsOf(developerName)).toHaveLength(1);
      expect([await count('users'), await count('developers')]).toEqual([Number(before[0]) + 1, before[1]]);
    }
  });

  test('and a claim through the same link at once: one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await offerDeveloper(store.database, `empty ${randomUUID()}`);
      const { browser } = await signUp({ claimToken: own });
      const { developerName, claimToken } = await offer();
      const [{ status }, claimed] = await Promise.all([
        signUp({ claimToken }),
        browser.trpc.account.claim.mutate({ token: claimToken }).catch(() => undefined),
      ]);
      expect([status === 200, claimed !== undefined].sort()).toEqual([false, true]);
      expect(await emailsOf(developerName)).toHaveLength(1);
    }
  });

  test('through two links of one developer at once makes one account', async () => {
    const { developerName, claimToken } = await offer();
    const other = await offerDeveloper(store.database, developerName);
    const answers = await Promise.all([signUp({ claimToken }), signUp({ claimToken: other })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await emailsOf(developerName)).toHaveLength(1);
  });

  test('uses its link up, also when the account later leaves the developer', async () => {
    const name = `left ${randomUUID()}`;
    const claimToken = await offerDeveloper(store.database, name);
    const { browser } = await signUp({ claimToken });
    await browser.trpc.account.claim.mutate({ token: (await offer()).claimToken });
    expect(await emailsOf(name)).toEqual([]);
    expect(await signUp({ claimToken })).toMatchObject({ status: 403, body: invalid });
  });

  test('leaves its link usable when it fails', async () => {
    const offers = [await offer(), await offer()];
    const email = newEmail();
    const answers = await Promise.all(offers.map(({ claimToken }) => signUp({ claimToken, email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const left = offers.find((_, i) => answers[i]?.status === 422);
    expect(await signUp({ claimToken: left?.claimToken ?? '' })).toMatchObject({ status: 200 });
    expect(await emailsOf(left?.developerName ?? '')).toHaveLength(1);
  });

  test('leaves no user and its link unused when it is cut off', async () => {
    const doomed = await gateways.start(store.url, byDefault);
    const { developerName, claimToken } = await offer();
    const email = newEmail();
    const before = [await count('users'), await count('developers')];
    const holder = await store.database.pool.connect();
    onTestFinished(() => holder.release());
    // By then the user is inserted and the claim used.
    await holder.query('begin; lock table user_sessions in exclusive mode');
    const lost = signUp({ claimToken, email, browser: new Browser(doomed.url) }).catch(() => 'lost');
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "user_sessions"%'`;
    await expect.poll(async () => (await store.database.pool.query(waits)).rowCount).toBe(1);
    doomed.child.kill('SIGKILL');
    await once(doomed.child, 'exit');
    await holder.query('rollback');
    expect(await lost).toBe('lost');
    await expect.poll(async () => (await store.database.pool.query(waits)).rowCount).toBe(0);
    expect([await count('users'), await count('developers')]).toEqual(before);
    expect(await signUp({ claimToken, email })).toMatchObject({ status: 200 });
    expect(await emailsOf(developerName)).toEqual([email]);
  });

  test('takes one command, which makes the developer and its link', async () => {
    const name = `team of ${randomUUID()}`;
    const { code, output, errors } = await runInside(store.url, 'developers', 'claim', name);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `Created the developer "${name}" on the plan free.\n`,
    });
    const [, claimToken = ''] = /token=([\w-]{43})\n$/.exec(output) ?? [];
    const { browser } = await signUp({ claimToken });
    expect((await browser.trpc.account.get.query({})).developer.name).toBe(name);
  });
});

describe('where sign-up is closed', () => {
  let closed: Gateway;
  beforeAll(async () => {
    closed = await gateways.start(store.url, { ...behindProxy, SIGN_UP: 'closed' });
  });

  test('every sign-up is refused, and signed-in users can still claim', async () => {
    expect(await modeAt(closed)).toBe('closed');
    const { claimToken, developerName } = await offer();
    const refused = { status: 403, body: { code: 'SIGN_UP_CLOSED' } };
    for (const token of [undefined, claimToken, 'nonsense']) {
      const attempt = { browser: new Browser(closed.url), ...(token !== undefined && { claimToken: token }) };
      expect(await signUp(attempt)).toMatchObject(refused);
    }
    const email = newEmail();
    const { output } = await runInside(store.url, 'accounts', 'create', email);
    const browser = new Browser(closed.url);
    await browser.signIn(email, output.trim().replace('New password: ', ''));
    const { developer } = await browser.trpc.account.claim.mutate({ token: claimToken });
    expect(developer.name).toBe(developerName);
  });

  test('an operator makes accounts, each with a password that is printed once', async () => {
    const email = newEmail();
    const made = await runInside(store.url, 'accounts', 'create', email.toUpperCase(), '--name', 'Ada');
    expect(made).toEqual({
      code: 0,
      output: expect.stringMatching(/^New password: [\w-]{24}\n$/),
      errors: '',
    });
    const { rowCount } = await store.database.pool.query(
      'select 1 from user_sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(rowCount).toBe(0);
    const browser = new Browser(closed.url);
    expect((await browser.signIn(email, made.output.trim().replace('New password: ', ''))).status).toBe(200);
    expect(await browser.trpc.account.get.query({})).toMatchObject({
      user: { email, name: 'Ada' },
      developer: { name: email, plan: 'free' },
    });

    const again = await runInside(store.url, 'accounts', 'create', email);
    expect(again).toMatchObject({ code: 1, output: '' });
    expect(again.errors).toMatch(
      `For a new password: outturn accounts reset-password ${JSON.stringify(email)}`,
    );
    expect(await runInside(store.url, 'accounts', 'create', 'no email')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^No account was made: .*email/i),
    });
  });
});

describe('one address', () => {
  const attempt = (address: string, email = newEmail()) =>
    signUp({ browser: new Browser(shared.url), headers: { 'x-forwarded-for': address }, email });
  /** A network that no earlier run has used, because Redis counts for an hour. */
  const newNetwork = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;

  test('makes five accounts an hour, and failed sign-ups do not count', async () => {
    const address = `${newNetwork()}::1`;
    for (let i = 0; i < 6; i++) expect((await attempt(address, 'no email')).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'An address can create at most 5 accounts an hour. Try again in 60 minutes.',
    });
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await attempt(`${newNetwork()}::1`)).status).toBe(200);
  });

  test('is a whole network of IPv6', async () => {
    const network = newNetwork();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => attempt(`${network}::${i}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await attempt(`${network}:1:2:3:4`)).status).toBe(429);
  });
});
