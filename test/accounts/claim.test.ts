import { randomInt, randomUUID } from 'node:crypto';
import { listClaims, withdrawClaim } from '@outturn/service';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Browser, fromOurPage, newEmail, signedUp } from '../support/browser.ts';
import { mintKey, offerDeveloper, testDatabase } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { startGateway } from '../support/gateway.ts';
import { runInside } from '../support/run-inside.ts';

const gateway = useGateway();
const empty = usePrivateDatabase();

/** A developer that no account owns, with a revenue, and the token of its claim link. */
async function unowned() {
  const { token: key, developer } = await mintKey({ plan: 'pro' });
  const revenue = succeeded(await connectRest(gateway.url, key).record(minimal));
  return { key, developer, revenue, claim: await offerDeveloper(await testDatabase(), developer) };
}

const notFound = 'This claim link is not valid, or it was used before.';

describe('a claim', () => {
  test('hands the developer and its records over to the signed-in user', async () => {
    const { developer, revenue, claim, key } = await unowned();
    const { trpc } = await signedUp(gateway.url);

    const claimed = await trpc.account.claim.mutate({ token: claim });

    expect(claimed.developer).toMatchObject({ name: developer, plan: 'pro' });
    expect(await trpc.account.get.query({})).toMatchObject({
      ...claimed,
      limits: { requestsPerMinute: 6_000 },
    });
    expect((await trpc.revenues.list.query({})).items).toEqual([revenue]);
    expect((await trpc.apiKeys.list.query({})).items).toHaveLength(1);
    expect(succeeded(await connectRest(gateway.url, key).list()).items).toEqual([revenue]);
  });

  test('works once; only the user who used it may repeat it, in case the answer was lost', async () => {
    const { claim } = await unowned();
    const [first, second] = [await signedUp(gateway.url), await signedUp(gateway.url)];
    const claimed = await first.trpc.account.claim.mutate({ token: claim });
    expect(await first.trpc.account.claim.mutate({ token: claim })).toEqual(claimed);
    await expect(second.trpc.account.claim.mutate({ token: claim })).rejects.toThrow(notFound);
  });

  test('by many users at once goes to one of them', async () => {
    const { claim, developer } = await unowned();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => signedUp(gateway.url)));
    const claims = await Promise.allSettled(
      browsers.map(({ trpc }) => trpc.account.claim.mutate({ token: claim })),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const accounts = await Promise.all(browsers.map(({ trpc }) => trpc.account.get.query({})));
    expect(accounts.filter((account) => account.developer.name === developer)).toHaveLength(1);
  });

  test('through two links at once goes to one user, and the other link is no longer valid', async () => {
    for (let round = 0; round < 5; round++) {
      const { claim, developer } = await unowned();
      const tokens = [claim, await offerDeveloper(await testDatabase(), developer)];
      const browsers = await Promise.all(tokens.map(() => signedUp(gateway.url)));
      const claims = await Promise.allSettled(
        browsers.map(({ trpc }, i) => trpc.account.claim.mutate({ token: tokens[i] ?? '' })),
      );
      const reasons = claims.flatMap((result) =>
        result.status === 'rejected' ? [result.reason.message] : [],
      );
      expect(reasons).toEqual([notFound]);
    }
  });

  test('by one user on two developers at once takes over one, and the other link stays valid', async () => {
    for (let round = 0; round < 5; round++) {
      const offers = await Promise.all([unowned(), unowned()]);
      const { trpc } = await signedUp(gateway.url);
      const claims = await Promise.allSettled(
        offers.map(({ claim }) => trpc.account.claim.mutate({ token: claim })),
      );
      const reasons = claims.flatMap((result) =>
        result.status === 'rejected' ? [result.reason.message] : [],
      );
      expect(reasons).toEqual([expect.stringContaining('has records of its own')]);
      const left = offers.find((_, i) => claims[i]?.status === 'rejected');
      const other = await signedUp(gateway.url);
      const { developer } = await other.trpc.account.claim.mutate({ token: left?.claim ?? '' });
      expect(developer.name).toBe(left?.developer);
    }
  });

  test('with a wrong token is refused', async () => {
    const { claim } = await unowned();
    const { trpc } = await signedUp(gateway.url);
    for (const token of [`${claim}x`, claim.slice(1), randomUUID()]) {
      await expect(trpc.account.claim.mutate({ token })).rejects.toThrow(notFound);
    }
    await expect(trpc.account.claim.mutate({ token: '' })).rejects.toThrow('token');
  });

  test('works for a week, and reports afterwards that the link has expired', async () => {
    const { claim, developer } = await unowned();
    const { pool } = await testDatabase();
    const age = (interval: string) =>
      pool.query(
        `update developer_claims set created_at = now() - $1::interval
         where developer_id = (select id from developers where name = $2)`,
        [interval, developer],
      );
    const { trpc } = await signedUp(gateway.url);
    await age('7 days');
    await expect(trpc.account.claim.mutate({ token: claim })).rejects.toThrow(
      `This claim link has expired: it worked for 7 days. The operator of this installation can make a new one: outturn developers claim "${developer}"`,
    );
    await age('6 days 23 hours 59 minutes');
    await trpc.account.claim.mutate({ token: claim });
  });

  test('is refused after its link was withdrawn', async () => {
    const { claim, developer } = await unowned();
    const database = await testDatabase();
    const id =
      (await listClaims(database)).find(({ developerName }) => developerName === developer)?.id ?? '';
    expect(await withdrawClaim(database, id)).toEqual(expect.any(String));
    const { trpc } = await signedUp(gateway.url);
    await expect(trpc.account.claim.mutate({ token: claim })).rejects.toThrow(notFound);
  });

  test('is listed as owned once an account owns the developer, and can be withdrawn', async () => {
    const database = await testDatabase();
    const name = `owned ${randomUUID()}`;
    const [first, second] = [await offerDeveloper(database, name), await offerDeveloper(database, name)];
    await (await signedUp(gateway.url)).trpc.account.claim.mutate({ token: first });
    const linksOf = async () =>
      (await listClaims(database)).filter(({ developerName }) => developerName === name);
    const links = await linksOf();
    expect(links.map(({ state }) => state).sort()).toEqual(['owned', 'used']);
    const id = links.find(({ state }) => state === 'owned')?.id ?? '';
    expect(await withdrawClaim(database, id)).toEqual(expect.any(String));
    expect(await linksOf()).toMatchObject([{ state: 'used' }]);
    await expect((await signedUp(gateway.url)).trpc.account.claim.mutate({ token: second })).rejects.toThrow(
      'not valid',
    );
  });

  test('cannot be withdrawn after its use, and is listed as used', async () => {
    const { claim, developer } = await unowned();
    const { trpc } = await signedUp(gateway.url);
    await trpc.account.claim.mutate({ token: claim });
    const database = await testDatabase();
    const used = (await listClaims(database)).find(({ developerName }) => developerName === developer);
    expect(used?.state).toBe('used');
    expect(await withdrawClaim(database, used?.id ?? '')).toBeUndefined();
  });

  test('is refused to a user who would leave records or keys behind', async () => {
    const { claim } = await unowned();
    const { trpc } = await signedUp(gateway.url);
    const { id } = await trpc.apiKeys.create.mutate({ name: 'x', scopes: ['revenues:write'] });
    await expect(trpc.account.claim.mutate({ token: claim })).rejects.toThrow('Revoke them');
    await trpc.apiKeys.revoke.mutate({ id });
    await trpc.revenues.record.mutate(minimal);
    await expect(trpc.account.claim.mutate({ token: claim })).rejects.toThrow('has records of its own');
    expect((await trpc.revenues.list.query({})).items).toHaveLength(1);

    // The refusals did not use the claim up.
    const other = await signedUp(gateway.url);
    await other.trpc.account.claim.mutate({ token: claim });
  });

  test('is offered on the command line for any developer without an account, with a link at HOST or PUBLIC_URL', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    vi.stubEnv('HOST', '127.0.0.2');
    const { developer } = await unowned();
    const make = () => runInside(inject('databaseUrl'), 'developers', 'claim', developer);
    const { code, output } = await make();
    const { 1: token = '' } = /^http:\/\/127\.0\.0\.2:3000\/claim\?token=([\w-]{43})\n$/.exec(output) ?? [];
    expect(code).toBe(0);
    vi.stubEnv('PUBLIC_URL', 'https://outturn.example');
    expect((await make()).output).toMatch(/^https:\/\/outturn\.example\/claim\?token=/);
    const { trpc } = await signedUp(gateway.url);
    expect((await trpc.account.claim.mutate({ token })).developer.name).toBe(developer);
  });

  test('is not offered for a developer that an account owns, and the refusal names the account', async () => {
    const database = await testDatabase();
    const email = newEmail();
    await signedUp(gateway.url, email);
    await expect(offerDeveloper(database, email)).rejects.toThrow(
      `The developer "${email}" belongs to an account already: ${email}, created 20`,
    );
  });
});

describe('the check of a claim link, before anything is filled in', () => {
  const check = (token: unknown) =>
    new Browser(gateway.url).send('/api/auth/claim', { body: { token }, headers: fromOurPage });
  const refusal = { code: 'INVITATION_NOT_VALID', message: notFound };

  test('answers nothing but that the link works, and leaves it as it is', async () => {
    const { claim } = await unowned();
    for (let i = 0; i < 2; i++) expect(await check(claim)).toMatchObject({ status: 204, text: '' });
    await (await signedUp(gateway.url)).trpc.account.claim.mutate({ token: claim });
  });

  test('tells a used link from an unknown one by nothing, and names no developer', async () => {
    const { claim, developer } = await unowned();
    await (await signedUp(gateway.url)).trpc.account.claim.mutate({ token: claim });
    for (const token of [claim, `${claim}x`, randomUUID()]) {
      const { status, text } = await check(token);
      expect({ status, ...parse<object>(text) }).toEqual({ status: 403, ...refusal });
      expect(text).not.toContain(developer);
    }
  });

  test('says that a link has expired', async () => {
    const { claim, developer } = await unowned();
    const { pool } = await testDatabase();
    await pool.query(
      `update developer_claims set created_at = now() - interval '7 days'
       where developer_id = (select id from developers where name = $1)`,
      [developer],
    );
    const { status, text } = await check(claim);
    expect(status).toBe(403);
    expect(parse(text)).toMatchObject({
      code: 'INVITATION_EXPIRED',
      message: expect.stringContaining('This claim link has expired'),
    });
  });

  test.for([undefined, null, '', 7, 'x'.repeat(256)])('refuses the token %j', async (token) => {
    expect(await check(token)).toMatchObject({ status: 400 });
  });

  test('counts as an attempt of the address, so that tokens cannot be tried out', async () => {
    const headers = { ...fromOurPage, 'x-forwarded-for': `10.8.${randomInt(256)}.${randomInt(256)}` };
    const guess = () =>
      new Browser(gateway.url).send('/api/auth/claim', { body: { token: randomUUID() }, headers });
    const statuses = (await Promise.all(Array.from({ length: 50 }, guess))).map(({ status }) => status);
    // A minute may end between two of them.
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(40);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
  });
});

describe('the first start', () => {
  /** macOS has only 127.0.0.1 configured of 127.0.0.0/8. */
  const HOST = process.platform === 'darwin' ? '127.0.0.1' : '127.0.0.2';
  let output: string;
  let origin: string;
  beforeAll(async () => {
    const first = await startGateway(empty.url, { HOST });
    output = first.output();
    [origin = ''] = output.match(/http:\/\/[^/"\s]+/) ?? [];
    return () => first.stop();
  });

  test('prints links to the one address that HOST names', async () => {
    const links = output.match(/http:\/\/[^/"\s]+/g) ?? [];
    // The address, the claim link, four calls to try, and the line of the log.
    expect(links).toEqual(Array.from({ length: 7 }, () => origin));
    expect(origin).toMatch(/^http:\/\/(127\.0\.0\.2|localhost):\d+$/);
    expect((await send(`${origin}/healthz`)).status).toBe(200);
  });

  test('prints a link that claims what its key records; the token is kept as a hash', async () => {
    const { 1: token = '' } = output.match(/^Claim link: \S+\/claim\?token=([\w-]{43})$/m) ?? [];
    const { 1: key = '' } = output.match(/^API key: (ot_live_\w{49})$/m) ?? [];
    expect(output.indexOf('API key:')).toBeLessThan(output.indexOf('Claim link:'));
    expect(output).toMatch(/Open the link within\s7 days/);
    const revenue = succeeded(await connectRest(origin, key).record(minimal));
    const browser = new Browser(origin);
    await browser.signUp();
    const { developer } = await browser.trpc.account.claim.mutate({ token });
    expect(developer).toMatchObject({ name: 'default', plan: 'unlimited' });
    expect(await browser.trpc.account.get.query({})).toMatchObject({ limits: { requestsPerMinute: null } });
    expect((await browser.trpc.revenues.list.query({})).items).toEqual([revenue]);
    const { rows } = await empty.database.pool.query('select c::text as row from developer_claims c');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is the only one that prints a link', async () => {
    const second = await startGateway(empty.url);
    await second.stop();
    expect(second.output()).not.toContain('Claim link');
  });
});
