import { beforeAll, describe, expect, test } from 'vitest';
import { asCaller, dataOf, useSurface } from './surface.fixture.ts';

const surface = useSurface();
let run: ReturnType<typeof asCaller>;

beforeAll(async () => {
  run = asCaller(surface, await surface.newCaller());
});

const at = '2024-01-15T10:30:00.000Z';
const keys = { agentKey: 'agent', customerKey: 'customer', sessionKey: 'session' };

/** A full input of each kind; its fields are also those of the record, except a revenue's session key. */
const kinds = [
  [
    'Revenue',
    { amount: '99.90', recordedAt: at, ...keys, key: 'order-1', source: 'Stripe', description: 'Paid' },
  ],
  ['Outcome', { value: '25.00', generatedAt: at, ...keys }],
  ['Goal', { goalKey: 'signup', achievedAt: at, ...keys, metadata: { plan: 'pro', tags: ['a', 1, null] } }],
  [
    'Event',
    {
      type: 'llm.call',
      name: 'Answer',
      ...keys,
      toolKey: 'search',
      cost: '0.0123',
      inputTokens: 2 ** 40,
      cacheReadTokens: 2 ** 39,
      outputTokens: 0,
      isError: false,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      model: 'm',
      provider: 'p',
      occurredAt: at,
      metadata: { nested: { deep: true } },
    },
  ],
] as const;

describe.each(kinds)('record%s', (kind, { ...input }) => {
  const fields = Object.keys(input).filter((name) => kind !== 'Revenue' || name !== 'sessionKey');
  const mutation = `mutation ($input: Record${kind}Input!, $key: String) {
    record: record${kind}(input: $input, idempotencyKey: $key) { id createdAt ${fields.join(' ')} } }`;
  const get = `query ($id: ID!) { record: ${kind.toLowerCase()}(id: $id) { id createdAt ${fields.join(' ')} } }`;
  type Data = { record: { id: string } };

  test('returns the record as it is read afterwards', async () => {
    const { record } = dataOf(await run<Data>(mutation, { input }));
    for (const name of fields) expect(record).toHaveProperty(name, input[name as keyof typeof input]);
    expect(dataOf(await run<Data>(get, { id: record.id })).record).toEqual(record);
  });

  test('replays under its idempotency key, by argument or by header', async () => {
    const once = { ...input, ...(kind === 'Revenue' && { key: 'order-2' }) };
    const key = `once-${kind}`;
    const original = await run<Data>(mutation, { input: once, key });
    const retries = [
      await run<Data>(mutation, { input: once, key }),
      await run<Data>(mutation, { input: once }, { idempotencyKey: key }),
    ];
    expect(original.headers.get('idempotent-replayed')).toBeNull();
    for (const retry of retries) {
      expect(dataOf(retry)).toEqual(dataOf(original));
      expect(retry.headers.get('idempotent-replayed')).toBe('true');
    }
    const other = await run(mutation, { input: { ...once, agentKey: 'another' }, key });
    expect(other.data).toEqual({ record: null });
    expect(other.errors).toMatchObject([{ extensions: { code: 'Idempotency Key Reused', status: 400 } }]);
  });
});

describe('one key in the header', () => {
  const record = (name: string) => `${name}: recordGoal(input: {goalKey: "g"}) { id }`;
  const countGoals = async () =>
    dataOf(await run<{ goals: { nodes: unknown[] } }>('{ goals(filter: {goalKey: "g"}) { nodes { id } } }'))
      .goals.nodes.length;

  test.each([
    ['two mutations', `mutation { ${record('a')} ${record('b')} }`],
    [
      'two in fragments',
      `mutation { ...F ... { ${record('b')} } } fragment F on Mutation { ${record('a')} }`,
    ],
  ])('cannot stand for %s', async (_, document) => {
    const { errors } = await run(document, {}, { idempotencyKey: 'header' });
    expect(errors).toHaveLength(2);
    for (const { extensions } of errors) expect(extensions).toMatchObject({ code: 'Invalid Request' });
    expect(await countGoals()).toBe(0);
  });

  test('applies to one mutation beside other fields', async () => {
    dataOf(await run(`mutation { __typename ${record('a')} }`, {}, { idempotencyKey: 'header' }));
    expect(await countGoals()).toBe(1);
  });
});

test('metadata may be written into the document, with variables in it', async () => {
  const document = `mutation ($plan: Metadata) {
    recordGoal(input: {goalKey: "g", metadata: {plan: $plan, list: [1, 2.5, "x", true, null]}}) { metadata } }`;
  expect(dataOf(await run(document, { plan: { name: 'pro' } }))).toEqual({
    recordGoal: { metadata: { plan: { name: 'pro' }, list: [1, 2.5, 'x', true, null] } },
  });
});
