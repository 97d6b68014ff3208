import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { buildSchema } from '@outturn/graphql';
import { openApiDocument, routesOf } from '@outturn/rest';
import {
  defineModel,
  exportedFields,
  exportRecords,
  type Principal,
  product,
  recordKinds,
  timelineOfEach,
  verifyRollups,
} from '@outturn/service';
import { routerOf } from '@outturn/trpc';
import { printSchema } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { importFile } from '../../../apps/gateway/src/cli/import/import-file.ts';
import { Recorder } from '../../../packages/sdk/src/recorder/recorder.ts';
import { exchange } from '../../../packages/sdk/src/send-request.ts';
import { recordingOf } from '../../../packages/trpc/src/record-fast-path.ts';
import { notedProbeReadings } from './noted-probe-reading.kind.ts';
import { probeReadings } from './probe-reading.kind.ts';
import { useModel } from './use-model.ts';

// A further kind of record, which no source file names: this folder, its table, and a mount on each surface. It has a name
// of two words and one of everything that a declaration can have.
const kinds = [...recordKinds, probeReadings] as const;
const model = defineModel({ dimensions: product.dimensions, kinds });
const { service, newCaller, restApp, rest, graphql, router, trpc, mcp } = useModel(model);

/** The address of a server whose caller is always this one. */
async function serve(principal: Principal): Promise<string> {
  const server = createAdaptorServer({ fetch: restApp({ principal }).fetch }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const named = { agentKey: 'scale', customerKey: 'c-1', toolKey: 'weigh', goalKey: 'weighed' };
const shown = { ...named, reading: '3.50', unit: 'kg', takenAt: '2026-01-15T10:30:00.000Z' };
const { unit: _, ...required } = shown;
const reading = { ...required, sessionKey: 's-1' };

test('REST records, replays, batches, lists and gets a reading', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const first = await rest({ principal, key: 'p-1' }, '/v1/probe-readings', reading);
  expect(first).toMatchObject({
    status: 201,
    body: { ...shown, key: `prb_${first.body.id}`, eventId: null },
  });
  const again = await rest({ principal, key: 'p-1' }, '/v1/probe-readings', reading);
  expect(again.body).toEqual(first.body);
  const other = await rest({ principal, key: 'p-1' }, '/v1/probe-readings', { ...reading, reading: '4' });
  expect(other.body).toMatchObject({ code: 'Idempotency Key Reused' });
  const batch = await rest({ principal, key: 'b-1' }, '/v1/probe-readings/batch', [
    reading,
    { reading: 'x' },
  ]);
  expect(batch.body).toMatchObject({ created: 1, rejected: 1 });
  for (const filter of [
    'agentKey=scale',
    'customerKey=c-1',
    'sessionKey=s-1',
    'toolKey=weigh',
    'goalKey=weighed',
  ]) {
    const list = await rest({ principal }, `/v1/probe-readings?${filter}&sort=takenAt`);
    expect(list.body).toHaveLength(2);
  }
  const generated = await rest({ principal }, `/v1/probe-readings?key=prb_${first.body.id}`);
  expect(generated.body).toEqual([first.body]);
  const path = `/v1/probe-readings/${first.body.id}`;
  expect((await rest({ principal }, path)).body).toEqual(first.body);
  expect((await rest({ principal: stranger }, path)).status).toBe(404);
});

test('key of its own, reference, default and optional time of a reading hold', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const event = await rest({ principal }, '/v1/events', { type: 'weighing' });
  const input = { reading: '1', key: 'mine', eventId: event.body.id };
  const first = await rest({ principal }, '/v1/probe-readings', input);
  expect(first.body).toMatchObject({ ...input, unit: 'kg', goalKey: null, takenAt: expect.any(String) });
  expect((await rest({ principal }, '/v1/probe-readings', input)).body).toEqual(first.body);
  const changed = await rest({ principal }, '/v1/probe-readings', { ...input, reading: '2' });
  expect(changed.body.details).toMatchObject([{ field: 'key' }]);
  const list = await rest({ principal }, `/v1/probe-readings?eventId=${event.body.id}`);
  expect(list.body).toEqual([first.body]);
  const unknown = await rest({ principal: stranger }, '/v1/probe-readings', input);
  expect(unknown.body.details).toMatchObject([{ field: 'eventId' }]);
});

test('GraphQL records, replays, lists, gets and relates a reading', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const mutation = `mutation ($input: RecordProbeReadingInput!) {
    recordProbeReading(input: $input) { id reading unit time }
  }`;
  const first = await graphql({ principal, key: 'p-1' }, mutation, { input: reading });
  expect(first.data.recordProbeReading).toMatchObject({ reading: '3.50', unit: 'kg', time: reading.takenAt });
  expect(await graphql({ principal, key: 'p-1' }, mutation, { input: reading })).toEqual(first);
  const { id } = first.data.recordProbeReading;
  const query = `query ($id: ID!) {
    probeReading(id: $id) { id agentKey goalType { key } tool { key } customer { key } event { id } }
    probeReadings(filter: { agentKey: "scale" }, orderBy: TAKEN_AT_DESC) { edges { node { id takenAt } } }
    agent(key: "scale") { probeReadings { nodes { id agent { key } } } }
    session(key: "s-1") {
      probeReadings { nodes { id } }
      timeline { nodes { id ... on ProbeReading { reading } } }
    }
  }`;
  const read = await graphql({ principal }, query, { id });
  expect(read.data).toEqual({
    probeReading: {
      id,
      agentKey: 'scale',
      goalType: { key: 'weighed' },
      tool: { key: 'weigh' },
      customer: { key: 'c-1' },
      event: null,
    },
    probeReadings: { edges: [{ node: { id, takenAt: reading.takenAt } }] },
    agent: { probeReadings: { nodes: [{ id, agent: { key: 'scale' } }] } },
    session: { probeReadings: { nodes: [{ id }] }, timeline: { nodes: [{ id, reading: '3.50' }] } },
  });
  expect((await graphql({ principal: stranger }, query, { id })).data.probeReading).toBeNull();
});

test('MCP records, replays, lists and gets a reading, and shows it in its session', async () => {
  const principal = await newCaller();
  const input = { idempotencyKey: 'p-1', ...reading };
  const first = await mcp({ principal }, 'record_probe_reading', input);
  expect(first).toMatchObject(shown);
  expect(await mcp({ principal }, 'record_probe_reading', input)).toEqual(first);
  const kind = 'probeReadings';
  expect(await mcp({ principal }, 'list_records', { kind, agentKey: 'scale' })).toEqual([first]);
  expect(await mcp({ principal }, 'get_record', { kind, id: first.id })).toEqual(first);
  const { timeline } = await mcp({ principal }, 'get_session', { key: 's-1' });
  expect(timeline).toMatchObject([{ kind, record: first }]);
});

test('tRPC records, replays, batches, lists and gets a reading', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const first = await trpc({ principal, key: 'p-1' }, 'probeReadings.record', reading, 'mutation');
  expect(first.body.result.data).toMatchObject(shown);
  expect((await trpc({ principal, key: 'p-1' }, 'probeReadings.record', reading, 'mutation')).body).toEqual(
    first.body,
  );
  const batch = await trpc({ principal }, 'probeReadings.recordBatch', [reading, reading], 'mutation');
  expect(batch.body.result.data).toMatchObject({ created: 2 });
  const list = await trpc({ principal }, 'probeReadings.list', { sessionKey: 's-1' }, 'query');
  expect(list.body.result.data.items).toHaveLength(3);
  const { id } = first.body.result.data;
  expect((await trpc({ principal }, 'probeReadings.get', { id }, 'query')).body).toEqual(first.body);
  expect((await trpc({ principal: stranger }, 'probeReadings.get', { id }, 'query')).status).toBe(404);
});

test('mutations that record a further kind take the direct path of tRPC', () => {
  const paths = [...recordingOf(router).keys()];
  expect(paths).toEqual(
    expect.arrayContaining(['probeReadings.record', 'probeReadings.recordBatch', 'revenues.record']),
  );
  const writing = kinds.flatMap(({ operations }) =>
    Object.values(operations).filter(({ kind }) => kind === 'record' || kind === 'record-batch'),
  );
  expect(paths).toHaveLength(writing.length);
});

test('recorder of the SDK records a reading with the time of its making', async () => {
  const server = { url: await serve(await newCaller()), apiKey: 'any', fetch };
  const limits = { timeout: 30_000, signal: undefined };
  // The types of the SDK know the kinds of the product alone.
  const recorder = new Recorder(
    (request) => exchange(server, request, limits),
    { flushInterval: 10 },
    () => ['/v1/probe-readings', 'takenAt'],
  );
  const before = new Date().toISOString();
  const recorded = recorder.record('probeReadings' as 'events', { reading: '7' } as never);
  const after = new Date().toISOString();
  await recorder.close();
  const { status, record } = await recorded;
  expect([status, record]).toMatchObject(['created', { reading: '7', unit: 'kg' }]);
  const { takenAt } = record as unknown as { takenAt: string };
  expect(takenAt >= before && takenAt <= after).toBe(true);
});

test('reading is corrected on every surface, and its history shows all versions', async () => {
  const principal = await newCaller();
  const { body: made } = await rest({ principal }, '/v1/probe-readings', reading);
  const path = `/v1/probe-readings/${made.id}`;
  const voided = await rest({ principal }, `${path}/corrections`, { action: 'void', reason: 'test' });
  expect(voided).toMatchObject({ status: 201, body: { version: 2, before: { id: made.id }, after: null } });
  const restore = `mutation { correctProbeReading(input: {id: "${made.id}", action: "restore", reason: "r"}) { version after { status } } }`;
  expect(await graphql({ principal }, restore)).toEqual({
    data: { correctProbeReading: { version: 3, after: { status: 'active' } } },
  });
  const input = [{ id: made.id, action: 'amend', changes: { reading: '4.5', unit: 'g' }, reason: 'r' }];
  const { body } = await trpc({ principal }, 'probeReadings.correctBatch', input, 'mutation');
  expect(body.result.data).toMatchObject({
    created: 1,
    results: [{ correction: { after: { reading: '4.5' } } }],
  });
  const history = `{ probeReadingHistory(id: "${made.id}") { version record { unit } correction { action } } }`;
  expect(await graphql({ principal }, history)).toMatchObject({
    data: {
      probeReadingHistory: [
        { version: 1, record: { unit: 'kg' }, correction: null },
        { version: 2, record: null, correction: { action: 'void' } },
        { version: 3, record: { unit: 'kg' }, correction: { action: 'restore' } },
        { version: 4, record: { unit: 'g' }, correction: { action: 'amend' } },
      ],
    },
  });
  const { database } = service();
  expect(await Array.fromAsync(verifyRollups(database, kinds))).toEqual([]);
});

test('`outturn import` records a file of readings', async () => {
  const principal = await newCaller();
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-probe-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'readings.csv');
  await writeFile(file, 'reading,takenAt,goalKey,sessionKey\n1.5,2026-01-15T10:30:00Z,weighed,s-1\n');
  const tally = await importFile({
    file,
    format: 'csv',
    kind: probeReadings,
    ignored: [],
    url: await serve(principal),
    apiKey: 'any',
    concurrency: 1,
    rejectedFile: path.join(folder, 'rejected.csv'),
    progress: { start: () => {}, update: () => {}, note: () => {}, stop: () => {} },
    signal: new AbortController().signal,
  });
  expect(tally).toEqual({ created: 1, replayed: 0, rejected: 0 });
  const list = await rest({ principal }, '/v1/probe-readings?goalKey=weighed');
  expect(list.body).toMatchObject([{ reading: '1.5', unit: 'kg', takenAt: '2026-01-15T10:30:00.000Z' }]);
});

test('key without the scope of a further kind reads timelines without it', async () => {
  const principal = await newCaller();
  const { operations } = probeReadings;
  expect(operations.list.scope).toBe('probe-readings:read');
  await rest({ principal }, '/v1/probe-readings', reading);
  await rest({ principal }, '/v1/events', { type: 'weighing', sessionKey: 's-1' });
  const { body } = await rest({ principal }, '/v1/sessions/s-1');
  const kindsOf = async (scopes: Principal['scopes']) => {
    const call = { principal: { ...principal, scopes }, requestId: 'r' };
    const { output } = await service().execute(timelineOfEach(kinds), call, { ids: [body.id] });
    return output.value[0]?.items.map(({ kind }) => kind);
  };
  const scopes = ['sessions:read', 'events:read', 'probe-readings:read'] as const;
  expect(await kindsOf(new Set(scopes))).toEqual(['probeReadings', 'events']);
  expect(await kindsOf(new Set(scopes.slice(0, 2)))).toEqual(['events']);
  await expect(kindsOf(new Set(scopes.slice(0, 1)))).rejects.toMatchObject({ code: 'Forbidden' });
});

test('readings are exported, followed live and summed in the rollups', async () => {
  const principal = await newCaller();
  const { developerId } = principal;
  const end = new AbortController();
  const live = service().subscribe(
    model.subscriptions[0],
    { call: { principal, requestId: 'r', idempotencyKey: () => undefined }, signal: end.signal },
    { kinds: ['probeReadings'] },
  );
  await live.next();
  const { body } = await rest({ principal }, '/v1/probe-readings', reading);
  await rest({ principal }, '/v1/probe-readings', { ...reading, reading: '-1.25' });
  expect((await live.next()).value?.data).toEqual({ kind: 'probeReadings', record: body });
  end.abort();

  const { database } = service();
  expect(exportedFields(probeReadings)).toContain('sessionKey');
  const records = exportRecords(database, { developerId, kind: probeReadings });
  const exported = (await Array.fromAsync(records)).flat();
  expect(exported).toMatchObject([{ sessionKey: 's-1' }, { sessionKey: 's-1' }]);

  const { rows } = await database.pool.query(
    `select sum(sign * amount)::text as total from rollup_deltas, unnest(amounts) amount where developer_id = $1 and fact = 9
     union all select sum(total)::text from rollups where developer_id = $1 and fact = 9 and cut = 0 and grain = 1440`,
    [developerId],
  );
  expect(rows.reduce((sum, { total }) => sum + Number(total), 0)).toBe(2.25);
  expect(await Array.fromAsync(verifyRollups(database, kinds))).toEqual([]);
});

test('schemas of a further kind reach OpenAPI', () => {
  const { paths, components } = openApiDocument('/', routesOf(model.operations));
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/v1/probe-readings', '/v1/probe-readings/batch', '/v1/probe-readings/{id}']),
  );
  expect(components.schemas.ProbeReading).toMatchObject({
    description: 'A reading that an agent took.',
    properties: { reading: { description: 'The measured amount.' } },
  });
});

test('one more field of a kind reaches every surface, the export and the ledger', () => {
  const { operations, toRecord, render, columns } = notedProbeReadings;
  const further = defineModel({
    dimensions: product.dimensions,
    kinds: [...recordKinds, notedProbeReadings],
  });
  const { schemas } = openApiDocument('/', routesOf(further.operations)).components;
  const documented = { properties: { note: { description: 'A note.' } } };
  expect([schemas.ProbeReading, schemas.RecordProbeReadingInput]).toMatchObject([documented, documented]);
  const printed = printSchema(buildSchema(further));
  expect(printed.match(/"""A note\."""\n {2}note: String\n/g)).toHaveLength(3);
  const { procedures } = routerOf(further.operations)._def;
  // At run time, tRPC keeps procedures under their full names.
  const { inputs, output } = Reflect.get(procedures, 'probeReadings.record')._def;
  expect([inputs, output]).toEqual([[operations.record.input], operations.record.output]);
  expect(exportedFields(notedProbeReadings)).toContain('note');
  const { values } = toRecord({ ...reading, note: 'dry' });
  expect(values[columns.findIndex(({ name }) => name === 'note')]).toBe('dry');
  const row = { id: 'id', createdAt: reading.takenAt, values, dimensions: Array(5).fill(null) };
  expect(JSON.parse(render(row))).toMatchObject({ reading: '3.50', unit: 'kg', note: 'dry' });
});
