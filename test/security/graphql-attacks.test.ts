import { randomUUID } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { behindProxy } from '../support/drivers/surfaces.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { report } from '../support/load/figures.ts';
import { probed } from '../support/process-probe.ts';

/** Of the gateway's processor, for everything that one attack takes, in milliseconds. */
const MOST = 50;

const { env, probe } = probed();
let gateway: Gateway;
let token: string;
beforeAll(async () => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: randomUUID() };
  gateway = await startGateway(inject('databaseUrl'), { ...behindProxy, ...env, ...production });
  ({ token } = await mintKey());
});
afterAll(() => gateway.stop());

const ask = (query: unknown, more: object = {}) =>
  send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query, ...more }) });
const get = (query: string) => send(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`, { token });
const times = (count: number, text: string) => text.repeat(count);
const each = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const record = 'mutation { recordRevenue(input: {amount: "1", recordedAt: "2026-01-01T00:00:00Z"}) { id } }';

/** The checks of graphql-cop (dolevf/graphql-cop, lib/tests) and the plugins of graphql-armor, as calls. */
const attacks: Record<string, () => Promise<Answer>> = {
  'cop: alias overloading': () => ask(`{${each(101, (i) => `alias${i}:__typename`)}}`),
  'cop: array-based query batching': () =>
    send(`${gateway.url}/graphql`, {
      token,
      body: JSON.stringify(Array(10).fill({ query: '{__typename}' })),
    }),
  'cop: directive overloading': () => ask(`{ __typename ${times(100, '@aa')} }`),
  'cop: circular query by introspection': () =>
    ask(
      `{ __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }`,
    ),
  'cop: introspection': () => ask(getIntrospectionQuery()),
  'cop: field duplication': () => ask(`{ ${times(500, '__typename ')} }`),
  'cop: field suggestions': () => ask('{ revenue_ { id } }'),
  'cop: a mutation by GET': () => get(record),
  'cop: a form (CSRF)': () =>
    send(`${gateway.url}/graphql`, {
      token,
      body: `query=${encodeURIComponent('{__typename}')}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  'cop: an unhandled error': () => ask('{'),
  'armor: max tokens': () => ask(`{ ${each(3_000, (i) => `a${i}`)} }`),
  'armor: max depth': () => ask(`{ ${times(30, 'agent(key:"a"){revenues{nodes{')}id${times(30, '}}}')} }`),
  'armor: max aliases': () => ask(`{ revenues { nodes { ${each(100, (i) => `a${i}: id`)} } } }`),
  'armor: max directives': () => ask(`{ revenues { nodes { id ${times(60, '@skip(if: false) ')} } } }`),
  'armor: character limit': () => ask(`{ __typename } # ${times(200_000, 'x')}`),
  'armor: cost limit': () => ask(`{ ${each(40, (i) => `a${i}: revenues(first: 1000) { nodes { id } }`)} }`),
  'armor: fragments inside themselves': () =>
    ask('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'),
  'a huge integer': () => ask('{ revenues(first: 99999999999999999999) { nodes { id } } }'),
  'variables that are no object': () =>
    ask('query ($a: Int) { revenues(first: $a) { nodes { id } } }', { variables: [1] }),
  'an operation that is not there': () => ask('query A { __typename }', { operationName: 'B' }),
  'extensions of Apollo': () =>
    ask(undefined, { extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } }),
  'a file upload': () =>
    send(`${gateway.url}/graphql`, {
      token,
      body: '--a--',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    }),
};

/** Milliseconds of the processor that the gateway takes for a call. */
async function costOf(attack: () => Promise<Answer>): Promise<number> {
  const before = (await probe()).processor;
  await attack();
  return (await probe()).processor - before;
}

describe.each(Object.entries(attacks))('%s', (name, attack) => {
  test('is refused, with an error of ours that tells nothing', async () => {
    const { status, text } = await attack();
    expect(status, text).toBeLessThan(500);
    const { errors, data } = JSON.parse(text);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    for (const { message, extensions } of errors) {
      expect(extensions.code).toMatch(/^Invalid (Request|JSON)$/);
      // That it suggests names of the schema tells nothing: schema.graphql is published.
      expect(message).not.toMatch(/at \S+:\d+|node_modules/i);
      expect(extensions).not.toHaveProperty('stacktrace');
    }
    expect(text, name).not.toMatch(/tracing|"took"/);
  });

  test(`takes less than ${MOST} ms of the processor`, async () => {
    // The least of three: a collection or the work of another request may fall into one.
    const costs = [await costOf(attack), await costOf(attack), await costOf(attack)];
    expect(Math.min(...costs)).toBeLessThan(MOST);
  });
});

test('there is no page to try queries on in production', async () => {
  const { headers, text } = await send(`${gateway.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(headers.get('content-type')).not.toContain('html');
  expect(text).not.toMatch(/graphiql|playground|altair/i);
  report(
    `${Object.keys(attacks).length} cases of graphql-cop and graphql-armor over HTTP, each refused within ${MOST} ms of the gateway's processor`,
  );
});
