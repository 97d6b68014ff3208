import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tools, toolsOf } from '@outturn/mcp/tools';
import { allOperations, defineModel, product, recordKinds } from '@outturn/service';
import { beforeEach, describe, expect, test } from 'vitest';
import { probeReadings } from '../contract/probes/probe-reading.kind.ts';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionOf } from '../support/snippets.ts';
import { connectMcp, revisions } from './mcp-client.ts';

const gateway = useGateway();
let token: string;
beforeEach(async () => {
  ({ token } = await mintKey());
});
const call = (...[name, input]: [string, Record<string, unknown>?]) =>
  connectMcp(gateway.url, token).call(name, input);
const at = '2026-01-15T10:30:00.000Z';

describe('the declarations', () => {
  const declared = tools.map(({ declaration }) => declaration);
  const lengthOf = (value: unknown) => JSON.stringify(value).length;

  test('are those of the operations that have a tool', () => {
    const mounted = allOperations.flatMap(({ mcp }) => (mcp ? [mcp.tool] : []));
    expect(declared.map(({ name }) => name).toSorted()).toEqual([...new Set(mounted)].toSorted());
  });

  test('are listed in docs/api.md with their operations and scopes', () => {
    const rows = tools.map(({ declaration: { name } }) => {
      const operation = allOperations.find(({ mcp }) => mcp?.tool === name);
      const kind = operation?.mcp?.kind ?? '';
      const [called, scope] = [operation?.name ?? '', operation?.scope ?? ''].map((text) =>
        kind !== '' && text.startsWith(kind) ? text.replace(kind, '<kind>') : text,
      );
      return `| \`${name}\` | \`${called}\` | \`${scope}\` |`;
    });
    const section = sectionOf('docs/api.md', 'Tools of MCP');
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });

  test('fit into the context of a model', () => {
    expect(declared.length).toBeLessThanOrEqual(16);
    expect(lengthOf(declared)).toBeLessThanOrEqual(30_000);
    const question = declared.find(({ name }) => name === 'ask_analytics');
    expect(lengthOf(question)).toBeLessThanOrEqual(12_000);
    expect(question?.inputSchema.examples).toHaveLength(4);
  });

  test('say what a call does', () => {
    for (const { name, annotations, inputSchema, description } of declared) {
      const isWrite = /^(record|correct)_/.test(name);
      expect([name, annotations]).toEqual([
        name,
        {
          readOnlyHint: !isWrite,
          destructiveHint: name === 'correct_record',
          idempotentHint: true,
          openWorldHint: false,
        },
      ]);
      expect([
        name,
        (inputSchema.required as string[] | undefined)?.includes('idempotencyKey') ?? false,
      ]).toEqual([name, isWrite]);
      expect(description).toMatch(/\.$/);
    }
  });

  test('have a tool for a further kind of records', () => {
    const model = defineModel({
      dimensions: product.dimensions,
      kinds: [...recordKinds, probeReadings] as const,
    });
    const named = new Map(toolsOf(model).map(({ declaration }) => [declaration.name, declaration]));
    expect(named.get('record_probe_reading')?.inputSchema.properties).toHaveProperty('reading');
    for (const name of ['list_records', 'get_record', 'correct_record'])
      expect(named.get(name)?.inputSchema.properties).toHaveProperty('kind.enum.4', 'probeReadings');
  });

  test('stand in a small package', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const linesOf = (folder: string, isCounted: (name: string) => boolean) =>
      readdirSync(path.join(root, folder))
        .filter((name) => name.endsWith('.ts') && isCounted(name))
        .reduce(
          (sum, name) => sum + readFileSync(path.join(root, folder, name), 'utf8').split('\n').length - 1,
          0,
        );
    const isTest = (name: string) => name.endsWith('.test.ts');
    expect(linesOf('packages/mcp/src', (name) => !isTest(name))).toBeLessThanOrEqual(600);
    // Storms and the scenarios of the protocol run apart.
    const isOfSuite = (name: string) => !name.endsWith('.fire.ts');
    expect(linesOf('packages/mcp/src', isTest) + linesOf('test/mcp', isOfSuite)).toBeLessThanOrEqual(900);
  });
});

describe.each(revisions)('revision %s', (revision) => {
  test('records once with a repeated key, corrects, and shows both', async () => {
    const { call } = connectMcp(gateway.url, token, revision);
    const revenue = { idempotencyKey: 'r-1', amount: '99.90', recordedAt: at, agentKey: 'bot' };
    const first = await call('record_revenue', revenue);
    expect(first).toMatchObject({
      isError: false,
      replayed: false,
      result: { amount: '99.90', agentKey: 'bot' },
    });
    expect(await call('record_revenue', revenue)).toMatchObject({ replayed: true, result: first.result });
    const changed = await call('record_revenue', { ...revenue, amount: '1' });
    expect(changed).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Idempotency Key Reused: /),
    });
    expect((await call('list_records', { kind: 'revenues' })).result).toEqual([first.result]);

    const { id } = first.result;
    const amend = { idempotencyKey: 'c-1', kind: 'revenues', id, action: 'amend', reason: 'typo' };
    const corrected = await call('correct_record', { ...amend, changes: { amount: '9.99' } });
    expect(corrected.result).toMatchObject({ before: { amount: '99.90' }, after: { amount: '9.99' } });
    expect((await call('get_record', { kind: 'revenues', id })).result).toMatchObject({
      amount: '9.99',
      version: 2,
    });
    const window = { from: '2026-01-01', to: '2026-02-01' };
    expect((await call('ask_analytics', { window })).result.totals).toMatchObject({ revenue: '9.99' });
  });
});

test('every kind is recorded, and a session shows all of it in order of time', async () => {
  const who = { agentKey: 'bot', sessionKey: 's-1', customerKey: 'acme' };
  const minute = (n: number) => `2026-01-15T10:${30 + n}:00.000Z`;
  await call('record_event', {
    idempotencyKey: 'e',
    type: 'llm.call',
    cost: '0.5',
    occurredAt: minute(0),
    ...who,
  });
  await call('record_goal', { idempotencyKey: 'g', goalKey: 'lead', achievedAt: minute(1), ...who });
  await call('record_outcome', { idempotencyKey: 'o', value: '5', generatedAt: minute(2), ...who });
  await call('record_revenue', { idempotencyKey: 'r', amount: '10', recordedAt: minute(3), ...who });
  const { result } = await call('get_session', { key: 's-1' });
  expect(result.session).toMatchObject({ key: 's-1', agentKey: 'bot', customerKey: 'acme' });
  expect(result.timeline.map(({ kind, time }: { kind: string; time: string }) => [kind, time])).toEqual([
    ['events', minute(0)],
    ['goals', minute(1)],
    ['outcomes', minute(2)],
    ['revenues', minute(3)],
  ]);
  const paged = await call('get_session', { key: 's-1', limit: 3 });
  const { next } = paged.result.timeline.at(-1);
  const rest = await call('get_session', { key: 's-1', cursor: next });
  expect(rest.result.timeline).toMatchObject([{ kind: 'revenues' }]);
  for (const [tool, key] of [
    ['list_agents', 'bot'],
    ['list_customers', 'acme'],
    ['list_sessions', 's-1'],
  ] as const)
    expect((await call(tool)).result).toMatchObject([{ key }]);
});

test('a timeline has the kinds that the key may read, and a call without its scope is refused unread', async () => {
  const { token: writer, developer } = await mintKey();
  const { token: reader } = await mintKey({ developer, scopes: ['sessions:read', 'goals:read'] });
  const write = connectMcp(gateway.url, writer).call;
  await write('record_goal', { idempotencyKey: 'g', goalKey: 'lead', sessionKey: 's' });
  await write('record_revenue', { idempotencyKey: 'r', amount: '1', recordedAt: at, sessionKey: 's' });
  const read = connectMcp(gateway.url, reader).call;
  expect((await read('get_session', { key: 's' })).result.timeline).toMatchObject([{ kind: 'goals' }]);
  const refused = {
    ask_analytics: [{ window: 'last week' }, 'analytics:read'],
    list_records: [{ kind: 'revenues', limit: 'all' }, 'revenues:read'],
    record_event: [{}, 'events:write'],
    correct_record: [{ kind: 'goals' }, 'corrections:write'],
  } as const;
  for (const [tool, [input, scope]] of Object.entries(refused))
    expect((await read(tool, input)).text).toBe(`Forbidden: The API key lacks the scope ${scope}.`);
});

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'record_revenue',
    { amount: 'ten', recordedAt: 'yesterday', agent: 'bot' },
    [
      'amount: must be a decimal string in USD',
      'recordedAt: must be an ISO 8601',
      'agent: is not a known field',
    ],
  ],
  ['record_event', { inputTokens: -1 }, ['type: is required', 'inputTokens: ']],
  ['record_goal', { goalKey: '', metadata: 'x' }, ['goalKey: ', 'metadata: must be an object']],
  ['record_outcome', { value: 5 }, ['value: must be a decimal string']],
  [
    'list_records',
    { kind: 'revenues', limit: 5000, cursor: 'x' },
    ['limit: must be a whole number from 1 to 1000'],
  ],
  ['list_records', { kind: 'goals', source: 'stripe' }, ['source: is not a known field']],
  ['list_records', { kind: 'revenues', cursor: 'x' }, ['cursor: ']],
  ['list_records', {}, ['kind: must be one of revenues, outcomes, goals, events']],
  ['get_record', { kind: 'toString', id: 'x' }, ['kind: must be one of']],
  [
    'correct_record',
    { kind: 'goals', action: 'erase' },
    ['id: ', 'action: must be one of', 'reason: is required'],
  ],
  ['get_session', {}, ['key: is required']],
  ['run_report', { name: 'x', variables: 3 }, ['variables: must be an object']],
  ['find_price', {}, ['model: is required']],
  ['list_agents', { offset: 1.5 }, ['offset: must be a whole number']],
])('%s with %j is told each wrong field', async (tool, input, fields) => {
  const { isError, text } = await call(tool, {
    ...(/^(record|correct)_/.test(tool) && { idempotencyKey: 'k' }),
    ...input,
  });
  expect(isError).toBe(true);
  const [first, ...details] = text.split('\n');
  expect(first).toMatch(/^Invalid (Request|ID): /);
  for (const [i, field] of fields.entries()) expect(details[i]).toContain(field);
  expect(details).toHaveLength(fields.length);
});

test.each([
  [{}, 'idempotencyKey: is required'],
  [{ idempotencyKey: 'ä' }, 'An idempotency key has 1 to 255 visible ASCII characters.'],
  [{ idempotencyKey: 7 }, 'An idempotency key has 1 to 255 visible ASCII characters.'],
])('a write with %j needs a key, and writes nothing', async (key, expected) => {
  const { isError, text } = await call('record_revenue', { amount: '1', recordedAt: at, ...key });
  expect([isError, text.includes(expected)]).toEqual([true, true]);
  expect((await call('list_records', { kind: 'revenues' })).result).toEqual([]);
});

test('what is not there is not found', async () => {
  const id = '018d0c3e-7b1c-7c43-9f3a-2f6f0e9c4a11';
  for (const [tool, input] of [
    ['get_record', { kind: 'events', id }],
    ['get_session', { key: 'nowhere' }],
    ['run_report', { name: 'nothing' }],
    ['find_price', { model: 'no such model' }],
  ] as const)
    expect((await call(tool, input)).text).toMatch(/^Not Found: /);
});

test('a list beyond the limit of answers is cut at a record, says so, and can be read to its end', async () => {
  const metadata = { note: 'n'.repeat(2_000) };
  const body = JSON.stringify(Array.from({ length: 250 }, (_, i) => ({ goalKey: `goal-${i}`, metadata })));
  expect(JSON.parse((await send(`${gateway.url}/v1/goals/batch`, { token, body })).text).created).toBe(250);
  const seen: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
    const { text, result } = await call('list_records', {
      kind: 'goals',
      limit: 200,
      ...(cursor && { cursor }),
    });
    expect(text.length).toBeLessThanOrEqual(40_000);
    const end = result.at(-1).id === undefined ? result.pop() : {};
    if (end.omitted)
      expect(result.length + end.omitted).toBe(
        seen.length < 200 ? Math.min(200, 250 - seen.length) : 250 - seen.length,
      );
    expect(result[0].metadata).toMatch(/^\{"note":"n+… \(cut: 2,011 characters in all\)$/);
    seen.push(...result.map(({ goalKey }: { goalKey: string }) => goalKey));
    if (!end.next) break;
    cursor = end.next;
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => `goal-${249 - i}`));
});

test('reports are listed and run with variables of the caller', async () => {
  const document = 'query ($first: Int) { revenues(first: $first) { nodes { amount } } }';
  const query =
    'mutation ($document: String!) { saveReport(input: { name: "newest", document: $document }) { name } }';
  await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query, variables: { document } }) });
  await call('record_revenue', { idempotencyKey: 'r', amount: '3', recordedAt: at });
  expect((await call('list_reports')).result).toMatchObject([{ name: 'newest', document }]);
  expect((await call('run_report', { name: 'newest', variables: { first: 1 } })).result).toEqual({
    name: 'newest',
    data: { revenues: { nodes: [{ amount: '3' }] } },
  });
});

test('the price of a model is found', async () => {
  const { result } = await call('find_price', { model: 'gpt-4.1-mini', provider: 'openai' });
  expect(result).toMatchObject({ source: 'built-in', provider: 'openai', input: expect.any(String) });
});
