import { recordKinds, typeNameOf } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { sendDocument } from '../support/drivers/graphql.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

type Fields = Record<string, unknown>;

const gateway = useGateway();
const at = '2026-06-10T10:30:00.000Z';

async function post(token: string, path: string, body: Fields): Promise<Fields & { id: string }> {
  const { status, text } = await send(`${gateway.url}${path}`, { token, body: JSON.stringify(body) });
  expect(status, text).toBe(201);
  return parse(text);
}

async function get(token: string, path: string): Promise<Fields> {
  return parse((await send(`${gateway.url}${path}`, { token })).text);
}

/** Fields of records, each with a value of its own. */
async function valuesFor(token: string): Promise<Fields> {
  const goal = await post(token, '/v1/goals', { goalKey: 'other' });
  const event = await post(token, '/v1/events', { type: 'other' });
  return {
    ...{ amount: '1.10', value: '2.20', cost: '3.30', inputTokens: 9, outputTokens: 5 },
    ...{ cacheReadTokens: 4, cacheWriteTokens: 3, cacheWrite1hTokens: 2, reasoningTokens: 1 },
    ...{ serviceTier: 'flex', durationMs: 1200, isError: true },
    ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
    ...{ recordedAt: at, generatedAt: at, achievedAt: at, occurredAt: at },
    ...{
      agentKey: 'agent',
      customerKey: 'customer',
      sessionKey: 'session',
      toolKey: 'tool',
      goalKey: 'goal',
    },
    ...{ key: 'order-1', description: 'text', source: 'stripe', type: 'llm.call', name: 'name' },
    ...{
      model: 'model',
      provider: 'provider',
      metadata: { plan: 'pro' },
      goalId: goal.id,
      eventId: event.id,
    },
  };
}

/** The ids of things that a caller names by key here, beside their keys. */
const idsByKey: Record<string, [key: string, group: string]> = {
  agentId: ['agentKey', 'agents'],
  customerId: ['customerKey', 'customers'],
  toolId: ['toolKey', 'tools'],
};

describe.each(recordKinds)('every field that a $noun takes', ({ name, input, output }) => {
  const path = `/v1/${name}`;

  test('is shown by every answer of REST, GraphQL and tRPC', async () => {
    const { token } = await mintKey();
    const values = await valuesFor(token);
    const taken = Object.keys(input.shape).filter((field) => !(field in idsByKey));
    const sent = Object.fromEntries(taken.map((field) => [field, values[field]]));
    expect(Object.values(sent), 'each has a value here').not.toContain(undefined);
    const created = await post(token, path, sent);
    const ids: Fields = {};
    for (const [field, [key, group]] of Object.entries(idsByKey))
      if (field in input.shape) ids[field] = (await get(token, `/v1/${group}/${values[key]}`)).id;

    const asked = encodeURIComponent(JSON.stringify({ id: created.id }));
    const type = typeNameOf({ name: `${name}.record` });
    const one = `${type[0]?.toLowerCase()}${type.slice(1)}`;
    const query = `{ ${one}(id: "${created.id}") { ${Object.keys(output.shape).join(' ')} } }`;
    const overGraphql = await sendDocument<Record<string, Fields>>(gateway.url, { query }, { token });
    const answers: Record<string, unknown> = {
      'the answer to recording': created,
      'a record over REST': await get(token, `${path}/${created.id}`),
      'a list over REST': (await get(token, `${path}?sort=-id&limit=1`))[0],
      'a record over tRPC': (await get(token, `/trpc/${name}.get?input=${asked}`)).result,
      GraphQL: succeeded(overGraphql)[one],
    };
    for (const [what, answer] of Object.entries(answers)) {
      const shown = what.endsWith('tRPC') ? (answer as { data: Fields }).data : answer;
      expect(shown, what).toMatchObject({ ...sent, ...ids });
    }
  });
});

describe.each(['agents', 'customers', 'goal-types', 'tools'])('every field that %s take', (group) => {
  test('is shown', async () => {
    const { token } = await mintKey();
    const hasValue = group === 'goal-types' || group === 'tools';
    const sent = {
      ...{ key: 'k', name: 'Name', description: 'text', metadata: { plan: 'pro' } },
      ...(hasValue && { value: '1.10' }),
    };
    expect(await post(token, `/v1/${group}`, sent)).toMatchObject(sent);
    expect(await get(token, `/v1/${group}/k`)).toMatchObject(sent);
  });
});

test('revenue leads to its session over GraphQL', async () => {
  const { token } = await mintKey();
  const { id } = await post(token, '/v1/revenues', { amount: '1', recordedAt: at, sessionKey: 's' });
  const none = await post(token, '/v1/revenues', { amount: '1', recordedAt: at });
  const query = `{ with: revenue(id: "${id}") { session { key revenues { nodes { id } } } }
    without: revenue(id: "${none.id}") { sessionKey session { key } } }`;
  expect(succeeded(await sendDocument(gateway.url, { query }, { token }))).toEqual({
    with: { session: { key: 's', revenues: { nodes: [{ id }] } } },
    without: { sessionKey: null, session: null },
  });
});

test('refusal of a key that exists names no method of one surface', async () => {
  const { token } = await mintKey();
  const agent = { key: 'agent', name: 'Name' };
  await post(token, '/v1/agents', agent);
  const body = JSON.stringify(agent);
  const { status, text } = await send(`${gateway.url}/trpc/agents.create`, { token, body });
  expect(status).toBe(400);
  expect(text).not.toMatch(/\b(GET|POST|PATCH|PUT|DELETE)\b/);
});
