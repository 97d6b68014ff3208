import { beforeAll, describe, expect, test } from 'vitest';
import { newDeveloper } from './relations.fixture.ts';
import { asCaller, dataOf, useSurface } from './surface.fixture.ts';

type Page<Node> = { nodes: Node[]; pageInfo: { endCursor: string } };

const surface = useSurface();
let run: ReturnType<typeof asCaller>;
let principal: Awaited<ReturnType<typeof newDeveloper>>['caller'];
beforeAll(async () => {
  ({ run, caller: principal } = await newDeveloper(surface, 4));
});

const ask = async <Data = object>(query: string) => dataOf(await run<Data>(query));

describe('related records', () => {
  test('are read in pages for agents', async () => {
    const { agents } = await ask<{ agents: object }>(`{ agents { nodes {
      key
      revenues(first: 1) { nodes { amount agentKey } edges { cursor } pageInfo { hasNextPage endCursor } }
      outcomes { nodes { value agentKey } } goals { nodes { goalKey agentKey } }
      events { nodes { type agentKey } } sessions { nodes { key agentKey } }
    } } }`);
    const numbers = [3, 2, 1, 0];
    expect(agents).toEqual({
      nodes: numbers.map((n) => ({
        key: `a${n}`,
        revenues: {
          nodes: [{ amount: `${n}.75`, agentKey: `a${n}` }],
          edges: [{ cursor: expect.any(String) }],
          pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
        },
        outcomes: { nodes: [{ value: '1.00', agentKey: `a${n}` }] },
        goals: { nodes: [{ goalKey: `g${n % 3}`, agentKey: `a${n}` }] },
        events: { nodes: [{ type: 'tool.call', agentKey: `a${n}` }] },
        sessions: { nodes: [{ key: `s${n}`, agentKey: `a${n}` }] },
      })),
    });
  });

  test('are read page by page for one agent in either order', async () => {
    for (const [orderBy, amounts] of [
      ['RECORDED_AT_ASC', ['2.75', '2.50']],
      ['RECORDED_AT_DESC', ['2.50', '2.75']],
      ['ID_ASC', ['2.50', '2.75']],
      ['ID_DESC', ['2.75', '2.50']],
    ] as const) {
      const page = async (after: string | null) =>
        ask<{
          agent: { revenues: Page<{ amount: string }> };
        }>(`{ agent(key: "a2") { revenues(first: 1, orderBy: ${orderBy}, after: ${JSON.stringify(after)}) {
          nodes { amount } pageInfo { hasNextPage hasPreviousPage endCursor }
        } } }`);
      const first = (await page(null)).agent.revenues;
      const second = (await page(first.pageInfo.endCursor)).agent.revenues;
      expect([...first.nodes, ...second.nodes].map(({ amount }) => amount)).toEqual(amounts);
      expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    }
  });

  test('are filtered per field', async () => {
    const { customers } = await ask<{ customers: object }>(`{ customers { nodes {
      early: revenues(filter: {recordedTo: "2026-01-01T00:00:03Z"}) { nodes { amount } }
      late: revenues(filter: {recordedFrom: "2026-01-01T00:00:03Z", agentKey: "a1"}) { nodes { amount } }
      of: sessions(filter: {agentKey: "a1"}) { nodes { key } }
      nobody: events(filter: {agentKey: "nobody"}) { nodes { id } }
    } } }`);
    expect(customers).toEqual({
      nodes: [3, 2, 1, 0].map((n) => ({
        early: { nodes: [{ amount: `${n}.75` }] },
        late: { nodes: n === 1 ? [{ amount: '1.50' }] : [] },
        of: { nodes: n === 1 ? [{ key: 's1' }] : [] },
        nobody: { nodes: [] },
      })),
    });
  });

  test('are read for goal types, goals and tools', async () => {
    const answer = await ask(`{
      goalType(key: "g0") { goals { nodes { agentKey revenues { nodes { amount } } outcomes { nodes { id } } } } }
      tool(key: "t1") { events { nodes { agentKey } } outcomes(orderBy: ID_ASC) { nodes { agentKey } } }
    }`);
    expect(answer).toEqual({
      goalType: {
        goals: {
          nodes: [3, 0].map((n) => ({
            agentKey: `a${n}`,
            revenues: { nodes: [{ amount: `${n}.50` }] },
            outcomes: { nodes: [] },
          })),
        },
      },
      tool: {
        events: { nodes: [{ agentKey: 'a3' }, { agentKey: 'a1' }] },
        outcomes: { nodes: [{ agentKey: 'a1' }, { agentKey: 'a3' }] },
      },
    });
  });
});

test('relations of a record are followed as far as they still exist', async () => {
  const selection = `{
    revenues(filter: {agentKey: "a1"}, orderBy: ID_ASC) { nodes { agent { key } customer { key } goal { goalKey goalType { key } } event { id } } }
    events(filter: {agentKey: "a1"}) { nodes { agent { key } customer { key } session { key agent { key } customer { key } } tool { key } } }
    outcomes(filter: {agentKey: "a1"}) { nodes { agent { key } session { key } tool { key } goal { id } } }
    goals(filter: {agentKey: "a1"}) { nodes { agent { key } session { key } goalType { key } } }
  }`;
  const [agent, customer, session] = [{ key: 'a1' }, { key: 'c1' }, { key: 's1' }];
  const [goalType, tool] = [{ key: 'g1' }, { key: 't1' }];
  expect(await ask(selection)).toEqual({
    revenues: {
      nodes: [
        { agent, customer, goal: { goalKey: 'g1', goalType }, event: null },
        { agent, customer, goal: null, event: null },
      ],
    },
    events: { nodes: [{ agent, customer, session: { ...session, agent, customer }, tool }] },
    outcomes: { nodes: [{ agent, session, tool, goal: null }] },
    goals: { nodes: [{ agent, session, goalType }] },
  });
});

describe('the timeline of a session', () => {
  const timeline = async (args: string, fields: string) =>
    ask<{ sessions: { nodes: { key: string; timeline: Page<object> }[] } }>(
      `{ sessions { nodes { key timeline${args} { nodes { ${fields} } pageInfo { hasNextPage endCursor } } } } }`,
    );

  test('has its records of all kinds in order of time', async () => {
    const fields =
      'time __typename agentKey ... on Revenue { amount } ... on Event { type tool { key } } ... on Goal { goalKey } ... on Outcome { value }';
    const { sessions } = await timeline('', fields);
    expect(sessions.nodes.map(({ key }) => key)).toEqual(['s3', 's2', 's1', 's0']);
    const agentKey = 'a2';
    expect(sessions.nodes[1]?.timeline.nodes).toEqual([
      {
        time: '2026-01-01T00:00:01.000Z',
        __typename: 'Event',
        agentKey,
        type: 'tool.call',
        tool: { key: 't0' },
      },
      { time: '2026-01-01T00:00:02.000Z', __typename: 'Revenue', agentKey, amount: '2.75' },
      { time: '2026-01-01T00:00:03.000Z', __typename: 'Goal', agentKey, goalKey: 'g2' },
      { time: '2026-01-01T00:00:04.000Z', __typename: 'Outcome', agentKey, value: '1.00' },
      { time: '2026-01-01T00:00:05.000Z', __typename: 'Revenue', agentKey, amount: '2.50' },
    ]);
  });

  test('continues after a cursor', async () => {
    const seen: object[] = [];
    for (let after = 'null'; seen.length < 5; ) {
      const { nodes, pageInfo } = (await timeline(`(first: 2, after: ${after})`, 'id')).sessions.nodes[0]
        ?.timeline ?? { nodes: [], pageInfo: { endCursor: '' } };
      expect(pageInfo).toMatchObject({ hasNextPage: seen.length + nodes.length < 5 });
      seen.push(...nodes);
      after = JSON.stringify(pageInfo.endCursor);
    }
    const whole = (await timeline('', 'id')).sessions.nodes[0]?.timeline.nodes;
    expect(seen).toEqual(whole);
  });
});

describe('relations refuse', () => {
  test.each([
    ['first', 'agents { nodes { revenues(first: 0) { nodes { id } } } }'],
    ['first', 'agents { nodes { events(first: 1001) { nodes { id } } } }'],
    ['after', 'agents { nodes { goals(after: "nonsense") { nodes { id } } } }'],
    ['after', 'sessions { nodes { timeline(after: "nonsense") { nodes { id } } } }'],
    ['recordedTo', 'agents { nodes { revenues(filter: {recordedTo: "soon"}) { nodes { id } } } }'],
  ])('a wrong %s, under its name in GraphQL', async (field, selection) => {
    const { status, errors } = await run(`{ ${selection} }`);
    expect(status).toBe(200);
    expect(errors).toHaveLength(4);
    for (const { extensions } of errors) expect(extensions).toMatchObject({ details: [{ field }] });
  });

  test('more records than one answer may have', async () => {
    const { data, errors } = await run<{ agents: { nodes: { revenues: null }[] } }>(
      '{ agents { nodes { revenues(first: 1000) { nodes { goal { id } } } sessions { nodes { id } } } } }',
    );
    expect(errors).toEqual([]);
    expect(data?.agents.nodes).toHaveLength(4);
    const deep = `{ agents { nodes { sessions { nodes { agent { revenues(first: 1000) { nodes { id } } } } } } } }`;
    expect((await run(deep)).errors).toEqual([]);
  });

  test('fields that a key may not read, and only those', async () => {
    const { developerId } = principal;
    const reader = { ...principal, developerId, scopes: new Set(['agents:read', 'sessions:read'] as const) };
    const answer = await run<{ agents: { nodes: object[] } }>(
      '{ agents(first: 1) { nodes { key revenues { nodes { id } } sessions { nodes { customer { key } timeline { nodes { id } } } } } } }',
      {},
      { principal: reader },
    );
    const session = { customer: null, timeline: null };
    expect(answer.data?.agents.nodes).toEqual([
      { key: 'a3', revenues: null, sessions: { nodes: [session] } },
    ]);
    for (const { extensions } of answer.errors) expect(extensions.code).toBe('Forbidden');
    expect(answer.errors.map(({ path }) => path?.at(-1)).toSorted()).toEqual([
      'customer',
      'revenues',
      'timeline',
    ]);
  });
});

test('a mutation sees the writes of the one before it', async () => {
  const writer = asCaller(surface, await surface.newCaller());
  const record = (amount: string) =>
    `recordRevenue(input: {amount: "${amount}", recordedAt: "2026-01-01T00:00:00Z", agentKey: "x"}) { agent { revenues { nodes { amount } } } }`;
  expect(dataOf(await writer(`mutation { a: ${record('1.00')} b: ${record('2.00')} }`))).toEqual({
    a: { agent: { revenues: { nodes: [{ amount: '1.00' }] } } },
    b: { agent: { revenues: { nodes: [{ amount: '2.00' }, { amount: '1.00' }] } } },
  });
});

test('a developer sees no record of another', async () => {
  const stranger = asCaller(surface, await surface.newCaller());
  // The same keys, without records.
  dataOf(
    await stranger(
      'mutation { recordEvent(input: {type: "x", agentKey: "a1", sessionKey: "s1", customerKey: "c1"}) { id } }',
    ),
  );
  const { agents } = dataOf(
    await stranger<{ agents: { nodes: object[] } }>(
      '{ agents { nodes { revenues { nodes { id } } sessions { nodes { timeline { nodes { __typename } } } } } } }',
    ),
  );
  expect(agents.nodes).toEqual([
    { revenues: { nodes: [] }, sessions: { nodes: [{ timeline: { nodes: [{ __typename: 'Event' }] } }] } },
  ]);
});
