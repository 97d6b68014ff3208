import type { Scope } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();
let token: string;

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const { status, text } = await send(`${gateway.url}/v1/${path}`, { token, body: JSON.stringify(body) });
  expect(status, text).toBe(201);
  return parse(text) as Record<string, unknown>;
}

async function keysOf(path: string, query: Record<string, string>): Promise<string[]> {
  const { status, text } = await send(`${gateway.url}/v1/${path}?${new URLSearchParams(query)}`, { token });
  expect(status, text).toBe(200);
  return (parse(text) as unknown as { key: string }[]).map(({ key }) => key);
}

async function graphql(query: string): Promise<unknown> {
  const { text } = await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  return parse(text);
}

beforeAll(async () => {
  ({ token } = await mintKey());
});

describe.each(['agents', 'customers', 'goal-types', 'tools'])('search in the list of %s', (path) => {
  beforeAll(async () => {
    for (const [key, name] of [
      ['support-EU', 'Élan'],
      ['100%_sure', null],
      ['other', 'The Support Bot'],
    ] as const)
      await post(path, { key, name });
  });

  test.each([
    ['SUPPORT', ['other', 'support-EU']],
    ['support-eu', ['support-EU']],
    ['éLAN', ['support-EU']],
    ['%_', ['100%_sure']],
    ['_', ['100%_sure']],
    ['nothing', []],
  ])('for "%s" finds parts of keys and names', async (search, keys) => {
    expect(await keysOf(path, { search })).toEqual(keys);
  });

  test('pages, and refuses an empty text', async () => {
    expect(await keysOf(path, { search: 'support', limit: '1' })).toEqual(['other']);
    expect(await keysOf(path, { search: 'support', limit: '1', offset: '1' })).toEqual(['support-EU']);
    const { status, text } = await send(`${gateway.url}/v1/${path}?search=`, { token });
    expect(status).toBe(400);
    expect(text).toContain('search must have at least 1 character');
  });
});

test('reports are found by a part of their name', async () => {
  for (const name of ['Weekly ROI', '100% margin'])
    await graphql(
      `mutation { saveReport(input: {name: ${JSON.stringify(name)}, document: "{ agents { nodes { id } } }"}) { id } }`,
    );
  const found = (search: string) =>
    graphql(`{ reports(filter: {search: ${JSON.stringify(search)}}) { nodes { name } } }`);
  expect(await found('weekly')).toMatchObject({ data: { reports: { nodes: [{ name: 'Weekly ROI' }] } } });
  expect(await found('%')).toMatchObject({ data: { reports: { nodes: [{ name: '100% margin' }] } } });
});

describe('sessions', () => {
  beforeAll(async () => {
    const of = (sessionKey: string) => ({ sessionKey, agentKey: 'seller' });
    await post('events', { type: 'tool.call', toolKey: 'crm', isError: true, ...of('Run-1') });
    await post('events', { type: 'tool.call', toolKey: 'mail', isError: false, ...of('Run-2') });
    await post('goals', { goalKey: 'signup', ...of('Run-2') });
    await post('events', { type: 'note', ...of('Run-3') });
    const { id } = await post('goals', { goalKey: 'signup', ...of('Run-3') });
    await post(`goals/${id}/corrections`, { action: 'void', reason: 'test' });
  });

  test.each([
    [{ search: 'run-2' }, ['Run-2']],
    [{ toolKey: 'crm' }, ['Run-1']],
    [{ toolKey: 'unknown' }, []],
    [{ goalKey: 'signup' }, ['Run-2']],
    [{ hasErrors: 'true' }, ['Run-1']],
    [{ hasErrors: 'false' }, ['Run-3', 'Run-2']],
    [{ hasErrors: 'false', toolKey: 'mail', agentKey: 'seller', search: 'RUN' }, ['Run-2']],
    [{ createdFrom: '2020-01-01T00:00:00Z' }, ['Run-3', 'Run-2', 'Run-1']],
    [{ createdTo: '2020-01-01T00:00:00Z' }, []],
  ])('with %j are listed', async (query, keys) => {
    expect(await keysOf('sessions', query)).toEqual(keys);
  });

  test('have the sums of their records when these are asked for', async () => {
    const { token: own } = await mintKey();
    const record = (path: string, body: object) =>
      send(`${gateway.url}/v1/${path}`, { token: own, body: JSON.stringify({ sessionKey: 's', ...body }) });
    const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`;
    const call = { type: 'llm.call', inputTokens: 100, outputTokens: 7 };
    await record('events', { ...call, cost: '0.50', occurredAt: at(1), durationMs: 90_000 });
    await record('events', { ...call, model: 'unknown', provider: 'x', occurredAt: at(2), isError: true });
    await record('goals', { goalKey: 'signup', achievedAt: at(2) });
    await record('outcomes', { value: '3', generatedAt: at(2) });
    await record('revenues', { amount: '20', key: 'invoice', recordedAt: at(0) });
    await record('revenues', { amount: '0.25', recordedAt: at(2) });
    await send(`${gateway.url}/v1/events`, {
      token: own,
      body: JSON.stringify({ type: 'note', sessionKey: 't' }),
    });
    const list = async (query: string) => {
      const { status, text } = await send(`${gateway.url}/v1/sessions?${query}`, { token: own });
      return { status, body: parse(text) as unknown };
    };
    const summary = {
      ...{ startedAt: at(1), endedAt: '2026-01-01T10:02:30.000Z', revenue: '20.25', value: '3', cost: '0.5' },
      ...{ goals: 1, events: 2, inputTokens: 200, outputTokens: 14, errors: 1, unpricedEvents: 1 },
    };
    const other = expect.objectContaining({ revenue: '0', value: '0', cost: '0', goals: 0, events: 1 });
    expect((await list('include=summary')).body).toMatchObject([
      { key: 't', summary: other },
      { key: 's', summary },
    ]);
    expect((await list('')).body).toMatchObject([{ summary: null }, { summary: null }]);
    expect(await list('include=summary&limit=101')).toMatchObject({
      status: 400,
      body: { message: 'limit must be at most 100 with include=summary' },
    });
    expect((await list('include=all')).body).toMatchObject({ message: 'include must be summary' });
  });

  test.each([
    ['include=summary', 'analytics:read'],
    ['goalKey=signup', 'goals:read'],
    ['toolKey=crm', 'events:read'],
    ['hasErrors=true', 'events:read'],
  ] as const)('with %s also need the scope %s', async (query, scope) => {
    const ask = async (scopes: Scope[]) =>
      send(`${gateway.url}/v1/sessions?${query}`, { token: (await mintKey({ scopes })).token });
    expect(await ask(['sessions:read', scope])).toMatchObject({ status: 200 });
    const { status, text } = await ask(['sessions:read']);
    expect(status).toBe(403);
    expect(text).toContain(scope);
  });

  test('have the same filters below an agent', async () => {
    const query = '{ agent(key: "seller") { sessions(filter: {hasErrors: true}) { nodes { key } } } }';
    expect(await graphql(query)).toMatchObject({
      data: { agent: { sessions: { nodes: [{ key: 'Run-1' }] } } },
    });
  });

  test('with another text than true or false are refused', async () => {
    const { status, text } = await send(`${gateway.url}/v1/sessions?hasErrors=yes`, { token });
    expect(status).toBe(400);
    expect(text).toContain('hasErrors must be true or false');
  });
});
