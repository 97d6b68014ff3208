import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { surfaces } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';

/** Internals that no answer may contain: SQL, tables, stacks, files, libraries. */
const internal =
  /select |insert |relation|constraint|postgres|mikro|hono|pothos|node_modules|\.ts\b|\bat \S+:\d|\/work\//i;

const broken = usePrivateDatabase();
let gateway: Gateway;
let token: string;
let fresh: string;
beforeAll(async () => {
  const key = { developerName: 'developer', name: 'test' };
  ({ token } = await createApiKey(broken.database, key));
  ({ token: fresh } = await createApiKey(broken.database, key));
  gateway = await startGateway(broken.url, behindProxy);
  // Caches the key, because its table will be gone.
  await send(`${gateway.url}/v1/revenues`, { token });
  await broken.database.pool.query('alter table revenues rename to elsewhere');
});
afterAll(() => gateway.stop());

const serverError = {
  ok: false,
  code: 'Server Error',
  status: 500,
  message: 'Something went wrong on our side. The request can be retried with the same idempotency key.',
  details: undefined,
};

describe.each(surfaces)('an internal failure over $name', ({ connect }) => {
  test('is a Server Error without details, whose cause is in the log', async () => {
    const api = connect(gateway.url, token);
    const logged = gateway.output().length;

    expect(await api.record(minimal)).toEqual(serverError);
    expect(await api.list()).toEqual(serverError);
    expect(await api.get(unknownId)).toEqual(serverError);
    const log = () => gateway.output().slice(logged);
    for (const operation of ['revenues.record', 'revenues.list', 'revenues.get']) {
      const line = new RegExp(`relation \\S+ does not exist.*"operation":"${operation}"`);
      await expect.poll(log).toMatch(line);
    }
  });

  test('is logged also when it happens while the caller is being identified', async () => {
    await broken.database.pool.query('alter table api_keys rename to no_keys');
    const logged = gateway.output().length;
    const result = await connect(gateway.url, fresh).list();
    await broken.database.pool.query('alter table no_keys rename to api_keys');

    expect(result).toEqual(serverError);
    await expect.poll(() => gateway.output().slice(logged)).toContain('api_keys');
  });
});

test('an internal failure inside a batch is logged as well', async () => {
  const logged = gateway.output().length;
  const { text } = await send(`${gateway.url}/v1/revenues/batch`, { token, body: JSON.stringify([minimal]) });

  expect(text).toContain('"code":"Server Error"');
  expect(text).not.toMatch(internal);
  await expect.poll(() => gateway.output().slice(logged)).toContain('does not exist');
});

test('no answer shows anything internal, whatever fails', async () => {
  const { url } = gateway;
  const answers = await Promise.all([
    send(`${url}/v1/revenues`, { token }),
    send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) }),
    send(`${url}/v1/revenues`, { token, body: '{"amount"' }),
    send(`${url}/v1/revenues/x`, { token }),
    send(`${url}/v1/nothing`, { token }),
    send(`${url}/graphql`, { token, body: '{"query":"{ revenues { edges { cursor } } }"}' }),
    send(`${url}/graphql`, { token, body: '{"query":"{ revenues( }"}' }),
    send(`${url}/graphql`, { token, body: '{"query":5}' }),
    send(`${url}/graphql`, { token, body: '{"query":' }),
    send(`${url}/graphql`, { token, body: 'null' }),
    send(`${url}/graphql?query={`, { token }),
    send(`${url}/graphql`, { token, method: 'PUT', body: '{}' }),
    send(`${url}/trpc/revenues.list`, { token }),
    send(`${url}/trpc/revenues.list?input={`, { token }),
    send(`${url}/trpc/revenues.record`, { token, body: '{"amount"' }),
    send(`${url}/trpc/revenues.record`, { token }),
    send(`${url}/trpc/revenues.record`, { token, body: 'a=1', headers: { 'content-type': 'text/plain' } }),
    send(`${url}/trpc/nothing.at.all`, { token }),
    send(`${url}/trpc/revenues.list,revenues.list?batch=1&input={`, { token }),
    send(`${url}/trpc/`, { token }),
    send(`${url}/readyz`),
  ]);
  for (const { text, headers } of answers) {
    expect(text).not.toMatch(internal);
    expect([...headers.keys()]).not.toContain('x-powered-by');
    expect([...headers.keys()]).not.toContain('server');
  }
  const statuses = answers.map(({ status }) => status);
  const [brokenList, brokenRecord] = statuses;
  expect([brokenList, brokenRecord]).toEqual([500, 500]);
});

test('the log never contains a key', () => {
  expect(gateway.output()).toContain('server error');
  for (const secret of [token, fresh]) expect(gateway.output()).not.toContain(secret);
});
