import { openApiDocument, routesOf } from '@outturn/rest';
import { defineModel, type Principal, product } from '@outturn/service';
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { probeSites } from './probe-site.dimension.ts';
import { probeVisits } from './probe-visit.kind.ts';
import { useModel } from './use-model.ts';

// A further dimension, which no source file names, and a kind whose records name it.
const model = defineModel({
  dimensions: [...product.dimensions, probeSites],
  kinds: [...product.kinds, probeVisits],
});
const { newCaller, rest: send, schema, graphql: ask, router, trpc: call } = useModel(model);

function rest(principal: Principal, method: string, path: string, body?: unknown) {
  return send({ principal }, `/v1${path}`, body, method);
}

function graphql(principal: Principal, query: string) {
  return ask({ principal }, query);
}

async function trpc(principal: Principal, procedure: string, input: unknown) {
  return (await call({ principal }, procedure, input)).body.result.data;
}

test('REST creates, changes, replaces, lists, gets and deletes a site', async () => {
  const [principal, stranger] = [await newCaller(), await newCaller()];
  const created = await rest(principal, 'POST', '/probe-sites', { key: 'hall', name: 'Hall', value: '1.50' });
  expect(created).toMatchObject({ status: 201, body: { key: 'hall', name: 'Hall', value: '1.50' } });
  expect((await rest(principal, 'PATCH', '/probe-sites/hall', { name: null })).body.name).toBeNull();
  expect((await rest(principal, 'PUT', '/probe-sites/yard', { name: 'Yard' })).status).toBe(201);
  const { body: list } = await rest(principal, 'GET', '/probe-sites');
  expect(list.map(({ key }: { key: string }) => key)).toEqual(['yard', 'hall']);
  expect((await rest(stranger, 'GET', '/probe-sites/hall')).status).toBe(404);
  expect((await rest(principal, 'DELETE', '/probe-sites/yard')).status).toBe(204);
  expect((await rest(principal, 'GET', '/probe-sites/yard')).status).toBe(404);
});

test('records name a site by key or id, create it, bring it back and are filtered by it', async () => {
  const principal = await newCaller();
  const first = await rest(principal, 'POST', '/probe-visits', { siteKey: 'hall', sessionKey: 's-1' });
  expect(first).toMatchObject({ status: 201, body: { siteKey: 'hall', siteId: expect.any(String) } });
  const { siteId } = first.body;
  const again = await rest(principal, 'POST', '/probe-visits', { siteId });
  expect(again.body).toMatchObject({ siteKey: 'hall', siteId });
  await rest(principal, 'POST', '/probe-visits', { siteKey: 'yard' });
  for (const filter of ['siteKey=hall', `siteId=${siteId}`])
    expect((await rest(principal, 'GET', `/probe-visits?${filter}`)).body).toHaveLength(2);
  await rest(principal, 'PATCH', '/probe-sites/hall', { name: 'Hall', value: '2' });
  await rest(principal, 'DELETE', '/probe-sites/hall');
  expect((await rest(principal, 'GET', '/probe-sites/hall')).status).toBe(404);
  expect((await rest(principal, 'GET', `/probe-visits/${first.body.id}`)).body).toEqual(first.body);
  await rest(principal, 'POST', '/probe-visits', { siteKey: 'hall' });
  expect((await rest(principal, 'GET', '/probe-sites/hall')).body).toMatchObject({ name: null, value: null });
});

test('GraphQL relates sites and visits', async () => {
  const principal = await newCaller();
  const { body: visit } = await rest(principal, 'POST', '/probe-visits', {
    siteKey: 'hall',
    sessionKey: 's-1',
  });
  const { data } = await graphql(
    principal,
    `{ probeSites { nodes { key probeVisits { nodes { id } } } }
       probeSite(key: "hall") { name value }
       probeVisit(id: "${visit.id}") { siteKey probeSite { key } session { timeline { nodes { id } } } } }`,
  );
  expect(data).toEqual({
    probeSites: { nodes: [{ key: 'hall', probeVisits: { nodes: [{ id: visit.id }] } }] },
    probeSite: { name: null, value: null },
    probeVisit: {
      siteKey: 'hall',
      probeSite: { key: 'hall' },
      session: { timeline: { nodes: [{ id: visit.id }] } },
    },
  });
});

test('slices group and filter by a site', async () => {
  const principal = await newCaller();
  for (const [siteKey, sessionKey] of [
    ['hall', 's-1'],
    ['hall', 's-2'],
    ['yard', 's-2'],
  ])
    await rest(principal, 'POST', '/probe-visits', {
      siteKey,
      sessionKey,
      visitedAt: '2026-01-15T10:00:00Z',
    });
  const groups = `by(dimension: PROBE_SITE, orderBy: {measure: KEY, direction: ASC}) { key totals { sessions } }`;
  const window = 'window: {from: "2026-01-01", to: "2026-02-01"}';
  const { data } = await graphql(
    principal,
    `{ all: analytics(${window}) { ${groups} }
       yard: analytics(${window}, where: {probeSite: {in: ["yard"]}}) { totals { sessions } } }`,
  );
  expect(data).toEqual({
    all: {
      by: [
        { key: 'hall', totals: { sessions: 2 } },
        { key: 'yard', totals: { sessions: 1 } },
      ],
    },
    yard: { totals: { sessions: 1 } },
  });
});

test('tRPC has the procedures of a site', async () => {
  const principal = await newCaller();
  await rest(principal, 'PUT', '/probe-sites/hall', { name: 'Hall' });
  const names = { names: ['hall', 'none'] };
  expect(await trpc(principal, 'probeSites.getManyByKey', names)).toMatchObject([{ name: 'Hall' }, null]);
  expect(await trpc(principal, 'probeSites.get', { key: 'hall' })).toMatchObject({ key: 'hall' });
  const procedures = Object.keys(router._def.procedures).filter((name) => name.startsWith('probeSites.'));
  expect(procedures.sort()).toEqual(
    ['create', 'delete', 'get', 'getManyByKey', 'list', 'replace', 'update'].map(
      (verb) => `probeSites.${verb}`,
    ),
  );
});

test('a site has scopes, and its schemas reach OpenAPI and GraphQL', async () => {
  expect(model.scopes).toEqual(expect.arrayContaining(['probe-sites:read', 'probe-sites:write']));
  expect(product.scopes).not.toContain('probe-sites:read');
  const principal = { ...(await newCaller()), scopes: new Set(['probe-visits:write'] as const) };
  expect((await rest(principal, 'GET', '/probe-sites')).status).toBe(403);
  const { paths, components } = openApiDocument('/', routesOf(model.operations));
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/probe-sites', '/v1/probe-sites/{key}']));
  expect(components.schemas.ProbeSite).toMatchObject({ description: 'A place that agents visit.' });
  expect(printSchema(schema)).toContain('The site of visits.');
});

test('a model without the dimension refuses the kind that names it', () => {
  expect(() => defineModel({ ...product, kinds: [...product.kinds, probeVisits] })).toThrow(
    'The kind probeVisits names probe_sites, which is no dimension of the model.',
  );
});
