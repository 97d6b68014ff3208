import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { signedUp } from '../support/browser.ts';
import { offerDeveloper } from '../support/developers.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { behindProxy, type Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';

// The tests lock whole tables.
const store = usePrivateDatabase();
const gateways = useGateways();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await gateways.start(store.url, behindProxy);
});

const recordedAt = '2024-01-15T10:30:00.000Z';
/** An agent that does not exist. */
const agentId = '01890000-0000-7000-8000-000000000000';

/** The token of a link to a developer without an owner. */
async function offer(developerName: string): Promise<string> {
  await createApiKey(store.database, { developerName, name: 'test' });
  return offerDeveloper(store.database, developerName);
}

/**
 * Holds a lock while calls begin one after the other: each begins once the one before waits for the lock or has its
 * answer.
 */
async function whileLocked(lock: string, calls: (() => Promise<unknown>)[]) {
  const { pool } = store.database;
  const client = await pool.connect();
  await client.query(`begin; ${lock}`);
  const answers: Promise<unknown>[] = [];
  let settled = 0;
  for (const call of calls) {
    const answer = call();
    answers.push(answer);
    const count = () => settled++;
    void answer.then(count, count);
    await expect
      .poll(async () => {
        const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return settled + ((await pool.query(sql)).rowCount ?? 0);
      })
      .toBe(answers.length);
  }
  await client.query('commit');
  client.release();
  return Promise.allSettled(answers);
}

// Otherwise the customer would be in a developer that has no owner.
test('a claim is refused while a command writes into the developer that it would leave behind', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('acme');
  const [created, claimed] = await whileLocked('lock table customers in share mode', [
    () => trpc.customers.create.mutate({ key: 'a' }),
    () => trpc.account.claim.mutate({ token }),
  ]);
  expect(created?.status).toBe('fulfilled');
  expect(claimed).toMatchObject({ reason: { message: expect.stringContaining('has records of its own') } });
  expect((await trpc.customers.list.query({})).items).toHaveLength(1);
});

test('a command whose developer was left behind changes nothing, and succeeds when it is sent again', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('globex');
  const create = () => trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'] });
  const [claimed, created] = await whileLocked('select from developer_claims for update', [
    () => trpc.account.claim.mutate({ token }),
    create,
  ]);
  expect(claimed?.status).toBe('fulfilled');
  expect(created).toMatchObject({
    reason: {
      message: expect.stringContaining('Retry after a second'),
      data: { error: 'Rate Limit Exceeded' },
    },
  });
  const { id } = await create();
  const { items } = await trpc.apiKeys.list.query({});
  expect(items.map((key) => key.name)).toEqual(['CI', 'test']);
  expect(items[0]?.id).toBe(id);
});

// Otherwise the record would be in a developer that has no owner.
test('a claim is refused while a record is on its way to the developer that it would leave behind', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('hooli');
  const claim = () => trpc.account.claim.mutate({ token });
  const [recorded, claimed] = await whileLocked('lock table revenues in share mode', [
    () => trpc.revenues.record.mutate({ amount: '1', recordedAt }),
    claim,
  ]);
  expect(recorded?.status).toBe('fulfilled');
  expect(claimed).toMatchObject({
    reason: { message: expect.stringContaining('Claim again in two minutes') },
  });
  expect((await trpc.revenues.list.query({})).items).toHaveLength(1);
  await expect(claim()).rejects.toThrow('has records of its own');
});

test('records whose developer was left behind are not written, and are written when they are sent again', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('umbrella');
  const record = () => trpc.revenues.record.mutate({ amount: '1', recordedAt });
  const recordBatch = () => trpc.revenues.recordBatch.mutate([{ amount: '1', recordedAt }]);
  const [claimed, ...recorded] = await whileLocked('select from developer_claims for update', [
    () => trpc.account.claim.mutate({ token }),
    record,
    recordBatch,
  ]);
  expect(claimed?.status).toBe('fulfilled');
  expect(recorded).toHaveLength(2);
  for (const refused of recorded)
    expect(refused).toMatchObject({ reason: { data: { error: 'Rate Limit Exceeded' } } });
  await record();
  await recordBatch();
  expect((await trpc.revenues.list.query({})).items).toHaveLength(2);
});

test('an invalid record does not delay a claim', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('stark');
  const claim = () => trpc.account.claim.mutate({ token });
  await expect(trpc.revenues.record.mutate({ amount: '1', recordedAt, agentId })).rejects.toThrow('agentId');
  await expect(trpc.revenues.record.mutate({ amount: 'much', recordedAt })).rejects.toThrow('amount');
  await claim();
});

test('a user can claim two minutes after their last record, when that is written or lost', async () => {
  const { trpc } = await signedUp(gateway.url);
  const token = await offer('wayne');
  const claim = () => trpc.account.claim.mutate({ token });
  const { id } = (await trpc.account.get.query({})).user;
  const mark = (ago: string) =>
    store.database.pool.query('update users set recording_at = now() - $2::interval where id = $1', [
      id,
      ago,
    ]);
  await mark('119 seconds');
  await expect(claim()).rejects.toThrow('Claim again in two minutes');
  await mark('2 minutes');
  await claim();
});

test('a user can claim two minutes after the last call with a revoked key, which may still record', async () => {
  const { trpc } = await signedUp(gateway.url);
  const claim = await offer('initech');
  const { id, token } = await trpc.apiKeys.create.mutate({ name: 'CI', scopes: ['revenues:read'] });
  await connectRest(gateway.url, token).list();
  const used = async () => (await trpc.apiKeys.list.query({})).items[0]?.lastUsedAt;
  await expect.poll(used).not.toBeNull();
  await trpc.apiKeys.revoke.mutate({ id });
  await expect(trpc.account.claim.mutate({ token: claim })).rejects.toThrow('Claim again in two minutes');

  const sql = `update api_keys set last_used_at = now() - interval '2 minutes' where id = $1`;
  await store.database.pool.query(sql, [id]);
  await trpc.account.claim.mutate({ token: claim });
});
