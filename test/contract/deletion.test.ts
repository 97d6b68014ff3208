import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { mintKey, testDatabase } from '../support/developers.ts';
import { parse, succeeded, untyped } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { withClient } from '../support/drivers/trpc.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { dumpOf } from '../support/secrets/dump.ts';

const gateway = useGateway();

/** Whether a dump of the database has this text. */
async function dumpHas(text: string): Promise<boolean> {
  for await (const chunk of dumpOf(inject('databaseUrl'))) if (chunk.includes(text)) return true;
  return false;
}

const groups = [
  { group: 'agents', path: 'agents', named: { type: 'x', agentKey: 'k' }, hasValue: false },
  { group: 'customers', path: 'customers', named: { type: 'x', customerKey: 'k' }, hasValue: false },
  { group: 'tools', path: 'tools', named: { type: 'x', toolKey: 'k' }, hasValue: true },
  { group: 'goalTypes', path: 'goal-types', named: { goalKey: 'k' }, hasValue: true },
] as const;

async function newAccount() {
  const { token, developer } = await mintKey();
  const call = (method: string, at: string, body?: object, idempotencyKey?: string) =>
    send(`${gateway.url}/v1/${at}`, {
      token,
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(idempotencyKey && { idempotencyKey }),
    });
  return { token, developer, call };
}

/** Fields with a text that the dump has nowhere else. */
function secretFields(hasValue: boolean) {
  const secret = randomUUID();
  const value = `1234567.${secret.replaceAll(/\D/g, '').slice(0, 9)}`;
  const fields = {
    name: secret,
    description: secret,
    metadata: { iban: secret },
    ...(hasValue && { value }),
  };
  return { secret, value, fields };
}

describe.each(groups)('deletion of $group', ({ group, path, named, hasValue }) => {
  const empty = { name: null, description: null, metadata: null, ...(hasValue && { value: null }) };

  test('over REST leaves no field in a dump, and a record brings back only the key', async () => {
    const { call } = await newAccount();
    const { secret, value, fields } = secretFields(hasValue);
    const input = { key: 'k', ...fields };
    const { id } = parse<{ id: string }>((await call('POST', path, input, 'create')).text);
    const writes = [
      () => call('POST', path, input, 'create'),
      () => call('PATCH', `${path}/k`, fields, 'update'),
      () => call('PUT', `${path}/k`, fields, 'replace'),
    ];
    for (const write of writes) expect((await write()).status).toBeLessThan(300);
    expect(await dumpHas(secret)).toBe(true);

    expect((await call('DELETE', `${path}/k`, undefined, 'delete')).status).toBe(204);
    expect(await dumpHas(secret)).toBe(false);
    if (hasValue) expect(await dumpHas(value)).toBe(false);
    for (const write of writes)
      expect(parse(await write().then(({ text }) => text))).toMatchObject({ code: 'Not Found', status: 404 });
    expect((await call('DELETE', `${path}/k`, undefined, 'delete')).status).toBe(204);

    await call('POST', 'goalKey' in named ? 'goals' : 'events', named);
    expect(parse((await call('GET', `${path}/k`)).text)).toMatchObject({ id, key: 'k', ...empty });
    for (const write of writes) expect((await write()).status).toBe(404);
  });

  test('over tRPC leaves no field in a dump', async () => {
    const { token } = await newAccount();
    const { secret, fields } = secretFields(hasValue);
    const input = untyped<{ key: string }>({ key: 'k', ...fields });
    const call = { token, idempotencyKey: 'create' };
    const create = () => withClient(gateway.url, call, (client) => client[group].create.mutate(input));
    succeeded(await create());
    succeeded(
      await withClient(gateway.url, { token }, (client) => client[group].delete.mutate({ key: 'k' })),
    );
    expect(await dumpHas(secret)).toBe(false);
    expect(await create()).toMatchObject({ ok: false, code: 'Not Found', status: 404 });
  });

  test('keeps the answers about other rows', async () => {
    const { call } = await newAccount();
    const { fields } = secretFields(hasValue);
    await call('POST', path, { key: 'k', ...fields }, 'k');
    const other = await call('POST', path, { key: 'other', ...fields }, 'other');
    await call('DELETE', `${path}/k`);
    const { status, text } = await call('POST', path, { key: 'other', ...fields }, 'other');
    expect({ status, text }).toEqual({ status: 201, text: other.text });
  });

  test.each(['PATCH', 'PUT'])('before a %s, which waits for it, leaves no field', async (method) => {
    const { call, developer } = await newAccount();
    const { secret, fields } = secretFields(hasValue);
    await call('POST', path, { key: 'k' });
    const client = await (await testDatabase()).pool.connect();
    try {
      await client.query('begin');
      const table = path.replace('-', '_');
      const own = 'developer_id = (select id from developers where name = $1)';
      await client.query(`update ${table} set deleted_at = now() where ${own}`, [developer]);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const change = call(method, `${path}/k`, fields);
      const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      await waitUntil('it waits', async () => (await client.query(waiting, [rows[0]?.pid])).rowCount === 1);
      await client.query('commit');
      expect((await change).status).toBe(method === 'PUT' ? 201 : 404);
    } finally {
      client.release();
    }
    if (method === 'PATCH') expect(await dumpHas(secret)).toBe(false);
  });
});

test('deletion keeps an answer that has replaced one about the row, whose key had expired', async () => {
  const { call, developer } = await newAccount();
  const create = (key: string) => call('POST', 'agents', { key }, 'create');
  expect((await create('k')).status).toBe(201);
  const { pool } = await testDatabase();
  await pool.query(
    `update idempotency_keys set expires_at = now() - interval '1 minute'
     where developer_id = (select id from developers where name = $1)`,
    [developer],
  );
  const other = await create('other');
  await call('DELETE', 'agents/k');
  expect(await create('other')).toMatchObject({ status: 201, text: other.text });
});

test('deletion of a report leaves nothing of it in a dump', async () => {
  const { token } = await mintKey();
  const secret = randomUUID();
  const report = { name: 'report', description: secret, document: '{ agents { nodes { name } } }' };
  const call = { token, idempotencyKey: 'save' };
  const save = () => withClient(gateway.url, call, (client) => client.reports.save.mutate(report));
  succeeded(await save());
  succeeded(
    await withClient(gateway.url, { token }, (client) => client.reports.delete.mutate({ name: 'report' })),
  );
  expect(await dumpHas(secret)).toBe(false);
  expect(await save()).toMatchObject({ ok: false, code: 'Not Found' });
});
