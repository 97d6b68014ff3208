import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { behindProxy, type Gateway } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { calls } from '../support/tenants/calls.ts';
import { furnish, type World } from '../support/tenants/world.ts';

// This PostgreSQL logs the texts of all statements, and none of their parameters. No test kills it.
const postgres = usePrivatePostgres({
  log_statement: 'all',
  log_parameter_max_length: '0',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
});
const gateways = useGateways();
let gateway: Gateway;
let world: World;
const prefix = `own-${randomUUID()}-`;
beforeAll(async () => {
  gateway = await gateways.start(postgres.url, { ...behindProxy, DEFAULT_PLAN: 'unlimited' });
  world = await withPostgres(postgres.url, (database) =>
    furnish(gateway.url, '7919.000000011', prefix, database),
  );
});

/** Part of every value that a test sends. */
const mark = `mark-${randomUUID()}`;
const metadata: readonly Record<string, unknown>[] = [
  { constructor: mark },
  { constructor: { prototype: { [mark]: mark } }, hasOwnProperty: null },
  { toString: mark, valueOf: 1, toJSON: true, toPostgres: mark },
  { [mark]: { deep: [mark, [mark, null], { a: mark }] } },
  { sql: `'${mark}' -- "${mark}" \\'${mark}\\ $1 ? ?? \\? :${mark}: E'\\x00' $$${mark}$$` },
  { '?': mark, '??': '$1', '\\?': `\\?${mark}`, "'": `'${mark}` },
  { n: 1.5, yes: true, none: null, empty: {}, list: [], text: `é\u2028😀${mark}` },
];
const texts = [
  "it's",
  'back\\slash',
  '?',
  '??',
  '\\?',
  '$1',
  ':name',
  ':name:',
  "E'\\'",
  '{"a":1}',
  '{a,b}',
  '[1]',
]
  .map((text) => `${text} ${mark}`)
  .concat(`${mark} raw('now()')`);

type Fields = Record<string, unknown>;

async function call(method: string, path: string, body: object): Promise<Fields> {
  const answer = await send(`${gateway.url}/v1/${path}`, {
    token: world.token,
    method,
    body: JSON.stringify(body),
    idempotencyKey: `${mark}-${randomUUID()}`,
  });
  expect([200, 201], answer.text).toContain(answer.status);
  return parse<Fields>(answer.text);
}

const dimensions = ['agents', 'customers', 'tools', 'goal-types'];

describe.each(dimensions)('/v1/%s', (path) => {
  test.each(metadata)('keeps metadata %j', async (value) => {
    const key = `${mark}-${randomUUID()}`;
    const route = `${path}/${key}`;
    const read = async () => parse<Fields>((await send(`${gateway.url}/v1/${route}`, world)).text);
    for (const write of [
      () => call('POST', path, { key, metadata: value }),
      () => call('PUT', route, { name: mark, metadata: value }),
      () => call('PATCH', route, { description: mark, metadata: value }),
    ])
      for (const { metadata } of [await write(), await read()])
        expect(JSON.stringify(metadata)).toBe(JSON.stringify(value));
  });

  test.each(texts)('keeps the text %j', async (text) => {
    const key = `${text}${randomUUID()}`;
    const route = `${path}/${encodeURIComponent(key)}`;
    const fields = { name: text, description: text };
    expect(await call('POST', path, { key, ...fields })).toMatchObject({ key, ...fields });
    expect(await call('PUT', route, fields)).toMatchObject({ key, ...fields });
    expect(await call('PATCH', route, { name: `${text}2` })).toMatchObject({ key, name: `${text}2` });
  });
});

test.each(metadata)('records keep metadata %j', async (value) => {
  const event = await call('POST', 'events', { type: 'note', metadata: value });
  const goal = await call('POST', 'goals', { goalKey: mark, metadata: value });
  for (const answer of [event, goal]) expect(JSON.stringify(answer.metadata)).toBe(JSON.stringify(value));
});

test.each(texts)('reports and API keys keep the text %j', async (text) => {
  const { trpc } = world.owner;
  const document = 'query ($key: String!) { agent(key: $key) { id } }';
  const report = { name: text, description: text, document: `${document} # ${text}` };
  expect(await trpc.reports.save.mutate({ ...report, variables: { key: text } })).toMatchObject(report);
  expect(await trpc.reports.get.query({ name: text })).toMatchObject({ variables: { key: text } });
  await trpc.reports.delete.mutate({ name: text });
  const { id } = await trpc.apiKeys.create.mutate({ name: text, scopes: ['revenues:read'] });
  expect(await trpc.apiKeys.rename.mutate({ id, name: `${text}2` })).toMatchObject({ name: `${text}2` });
});

test('no statement of any operation has a value of a caller in its text', async () => {
  const owner = { owner: world.owner };
  for (const one of calls)
    await one.run(one.scope === 'account:manage' ? owner : { token: world.token }, world);
  const log = await postgres.log();
  // The log has commands, reads of entities and statements of our own.
  for (const text of [
    'insert into "agents"',
    'update "tools"',
    'from "reports"',
    'insert into rollup_deltas',
  ])
    expect(log).toContain(text);
  const { marker, amount, developer, ids } = world;
  const values = [mark, prefix, marker, amount, developer, 'nonce-', ...Object.values(ids)];
  const lines = log.split('\n').filter((line) => values.some((value) => line.includes(value)));
  expect(lines.slice(0, 5)).toEqual([]);
});

test.each([
  ['23514', 'new row violates a rule'],
  ['22P02', `invalid input syntax for type json: "${mark}"`],
  ['22001', `value "${mark}" is too long for type "text"`],
])('the log of the gateway for the SQLSTATE %s has no value', async (code, message) => {
  await withPostgres(postgres.url, ({ pool }) =>
    pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin
         raise exception using errcode = '${code}', message = '${message}', detail = new.key, hint = new.name;
       end $$;
       create trigger refuse before insert on agents for each row execute function refuse()`,
    ),
  );
  onTestFinished(() =>
    withPostgres(postgres.url, async ({ pool }) => void (await pool.query('drop function refuse cascade'))),
  );
  const key = `${mark}-${randomUUID()}`;
  const { status } = await send(`${gateway.url}/v1/agents`, {
    token: world.token,
    body: JSON.stringify({ key, name: mark }),
  });
  expect(status).toBe(500);
  await expect.poll(() => gateway.output()).toContain(`"code":"${code}"`);
  expect(gateway.output().includes(mark)).toBe(false);
});
