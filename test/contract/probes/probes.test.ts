import { randomUUID } from 'node:crypto';
import { buildSchema, createGraphql } from '@outturn/graphql';
import { createRest, openApiDocument, type RestEnv, recordRoutes, routes, sendError } from '@outturn/rest';
import {
  connectDatabase,
  createApiKey,
  createService,
  type Database,
  type Exchange,
  exportedFields,
  exportRecords,
  OutturnError,
  type Principal,
  recordKinds,
  type Service,
  verifyRollups,
} from '@outturn/service';
import { createTrpc, recordRouter, routerWith } from '@outturn/trpc';
import { printSchema } from 'graphql';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscriptionsOf } from '../../../packages/service/src/registry.ts';
import { recordingOf } from '../../../packages/trpc/src/record-directly.ts';
import { usePrivateDatabase } from '../../support/drivers/private-database.ts';
import { notedProbes } from './noted-probe.kind.ts';
import { probes } from './probe.kind.ts';

// A further kind of record, which no source file names: this folder, its table, and a mount on each surface.
const kinds = [...recordKinds, probes];
const store = usePrivateDatabase();
const context: { service?: Service; database?: Database } = {};

beforeAll(async () => {
  context.database = await connectDatabase({ url: store.url, kinds });
  await context.database.orm.schema.update({ safe: true });
  context.service = await createService({ url: store.url, kinds });
});
afterAll(async () => {
  await context.service?.close();
  await context.database?.close();
});

function service(): Service {
  if (context.service) return context.service;
  throw new Error('the service is there from beforeAll to afterAll');
}

/** A developer of its own with full access. */
async function newCaller(): Promise<Principal> {
  const { token } = await createApiKey(service().database, { developerName: randomUUID(), name: 'test' });
  const principal = await service().authenticate(`Bearer ${token}`);
  if (principal instanceof OutturnError) throw principal;
  return principal;
}

type Call = { principal: Principal; key?: string | undefined };

function exchangeOf(request: Request, { principal, key }: Call): Exchange {
  return {
    identify: () => ({ principal, requestId: randomUUID(), idempotencyKey: () => key }),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: {},
    readText: () => request.text(),
  };
}

const toRequest = (path: string, body?: unknown) =>
  new Request(`http://outturn${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function rest(call: Call, path: string, body?: unknown) {
  const app = new Hono<RestEnv>();
  app.onError((error, c) => sendError(c, error));
  app.route(
    '/v1',
    createRest<RestEnv>(service(), (c) => exchangeOf(c.req.raw, call), [
      ...routes,
      ...recordRoutes(probes.operations),
    ]),
  );
  const answer = await app.request(toRequest(path, body));
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function graphql(call: Call, query: string, variables?: object) {
  const schema = buildSchema(kinds);
  const request = toRequest('/graphql', { query, variables });
  const answer = await createGraphql({ service: service(), schema, isDevelopment: true })(
    request,
    exchangeOf(request, call),
  );
  return await answer.json();
}

const router = routerWith({ probes: recordRouter(probes.operations) });

async function trpc(call: Call, procedure: string, input: unknown, type: 'query' | 'mutation') {
  const path = `/trpc/probes.${procedure}`;
  const request =
    type === 'query'
      ? toRequest(`${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
      : toRequest(path, input);
  const answer = await createTrpc(service(), router)(request, exchangeOf(request, call));
  return { status: answer.status, body: await answer.json() };
}

const probe = { reading: '3.50', takenAt: '2026-01-15T10:30:00.000Z', agentKey: 'scale', sessionKey: 's-1' };
const shown = { agentKey: 'scale', reading: '3.50', unit: 'kg', takenAt: '2026-01-15T10:30:00.000Z' };

test('REST records, replays, batches, lists and gets a probe', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const first = await rest({ principal, key: 'p-1' }, '/v1/probes', probe);
  expect(first).toMatchObject({ status: 201, body: shown });
  const again = await rest({ principal, key: 'p-1' }, '/v1/probes', probe);
  expect(again.body).toEqual(first.body);
  const other = await rest({ principal, key: 'p-1' }, '/v1/probes', { ...probe, reading: '4' });
  expect(other.body).toMatchObject({ code: 'Idempotency Key Reused' });
  const batch = await rest({ principal, key: 'b-1' }, '/v1/probes/batch', [probe, { reading: 'x' }]);
  expect(batch.body).toMatchObject({ created: 1, rejected: 1 });
  const list = await rest({ principal }, '/v1/probes?agentKey=scale&sort=takenAt');
  expect(list.body).toHaveLength(2);
  const path = `/v1/probes/${first.body.id}`;
  expect((await rest({ principal }, path)).body).toEqual(first.body);
  expect((await rest({ principal: stranger }, path)).status).toBe(404);
});

test('GraphQL records, replays, lists, gets and relates a probe', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const mutation = `mutation ($input: RecordProbeInput!) { recordProbe(input: $input) { id reading unit time } }`;
  const first = await graphql({ principal, key: 'p-1' }, mutation, { input: probe });
  expect(first.data.recordProbe).toMatchObject({ reading: '3.50', unit: 'kg', time: probe.takenAt });
  expect(await graphql({ principal, key: 'p-1' }, mutation, { input: probe })).toEqual(first);
  const { id } = first.data.recordProbe;
  const query = `query ($id: ID!) {
    probe(id: $id) { id agentKey }
    probes(filter: { agentKey: "scale" }, orderBy: TAKEN_AT_DESC) { edges { node { id takenAt } } }
    agent(key: "scale") { probes { nodes { id agent { key } } } }
    session(key: "s-1") { probes { nodes { id } } timeline { nodes { id ... on Probe { reading } } } }
  }`;
  const read = await graphql({ principal }, query, { id });
  expect(read.data).toEqual({
    probe: { id, agentKey: 'scale' },
    probes: { edges: [{ node: { id, takenAt: probe.takenAt } }] },
    agent: { probes: { nodes: [{ id, agent: { key: 'scale' } }] } },
    session: { probes: { nodes: [{ id }] }, timeline: { nodes: [{ id, reading: '3.50' }] } },
  });
  expect((await graphql({ principal: stranger }, query, { id })).data.probe).toBeNull();
});

test('tRPC records, replays, batches, lists and gets a probe', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const first = await trpc({ principal, key: 'p-1' }, 'record', probe, 'mutation');
  expect(first.body.result.data).toMatchObject(shown);
  expect((await trpc({ principal, key: 'p-1' }, 'record', probe, 'mutation')).body).toEqual(first.body);
  const batch = await trpc({ principal }, 'recordBatch', [probe, probe], 'mutation');
  expect(batch.body.result.data).toMatchObject({ created: 2 });
  const list = await trpc({ principal }, 'list', { sessionKey: 's-1' }, 'query');
  expect(list.body.result.data.items).toHaveLength(3);
  const { id } = first.body.result.data;
  expect((await trpc({ principal }, 'get', { id }, 'query')).body).toEqual(first.body);
  expect((await trpc({ principal: stranger }, 'get', { id }, 'query')).status).toBe(404);
});

test('mutations that record a further kind take the direct path of tRPC', () => {
  const paths = [...recordingOf(router).keys()];
  expect(paths).toEqual(expect.arrayContaining(['probes.record', 'probes.recordBatch', 'revenues.record']));
  expect(paths).toHaveLength(2 * kinds.length);
});

test('probes are exported, followed live and summed in the rollups', async () => {
  const principal = await newCaller();
  const { developerId } = principal;
  const end = new AbortController();
  const live = service().subscribe(
    subscriptionsOf(kinds).records.live,
    { call: { principal, requestId: 'r', idempotencyKey: () => undefined }, signal: end.signal },
    { kinds: ['probes'] },
  );
  await live.next();
  const { body } = await rest({ principal }, '/v1/probes', probe);
  await rest({ principal }, '/v1/probes', { ...probe, reading: '-1.25' });
  expect((await live.next()).value?.data).toEqual({ kind: 'probes', record: body });
  end.abort();

  const { database } = service();
  expect(exportedFields(probes)).toContain('sessionKey');
  const exported = (await Array.fromAsync(exportRecords(database, { developerId, kind: probes }))).flat();
  expect(exported).toMatchObject([{ sessionKey: 's-1' }, { sessionKey: 's-1' }]);

  const { rows } = await database.pool.query(
    `select sum(amount)::text as total from rollup_deltas, unnest(amounts) amount where developer_id = $1 and fact = 9
     union all select sum(total)::text from rollups where developer_id = $1 and fact = 9 and cut = 0 and grain = 1440`,
    [developerId],
  );
  expect(rows.reduce((sum, { total }) => sum + Number(total), 0)).toBe(2.25);
  expect(await Array.fromAsync(verifyRollups(database, kinds))).toEqual([]);
});

test('schemas of a further kind reach OpenAPI', () => {
  const { paths, components } = openApiDocument('/', [...routes, ...recordRoutes(probes.operations)]);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/v1/probes', '/v1/probes/batch', '/v1/probes/{id}']),
  );
  expect(components.schemas.Probe).toMatchObject({
    description: 'A probe that an agent took.',
    properties: { reading: { description: 'What was measured.' } },
  });
});

test('one more field of a kind reaches every surface, the export and the ledger', () => {
  const { operations, toRecord, render, columns } = notedProbes;
  const { schemas } = openApiDocument('/', [...routes, ...recordRoutes(operations)]).components;
  const documented = { properties: { note: { description: 'A note.' } } };
  expect([schemas.Probe, schemas.RecordProbeInput]).toMatchObject([documented, documented]);
  const printed = printSchema(buildSchema([...recordKinds, notedProbes]));
  expect(printed.match(/"""A note\."""\n {2}note: String\n/g)).toHaveLength(2);
  const { procedures } = routerWith({ probes: recordRouter(operations) })._def;
  // At run time, tRPC keeps procedures under their full names.
  const { inputs, output } = Reflect.get(procedures, 'probes.record')._def;
  expect([inputs, output]).toEqual([[operations.record.input], operations.record.output]);
  expect(exportedFields(notedProbes)).toContain('note');
  const { values } = toRecord({ ...probe, note: 'dry' });
  expect(values[columns.findIndex(({ name }) => name === 'note')]).toBe('dry');
  const row = { id: 'id', createdAt: probe.takenAt, values, dimensions: [null, null] };
  expect(JSON.parse(render(row))).toMatchObject({ reading: '3.50', unit: 'kg', note: 'dry' });
});
