import { beforeAll, expect, test } from 'vitest';
import { asCaller, dataOf, useSurface } from './surface.fixture.ts';

const surface = useSurface();
let run: ReturnType<typeof asCaller>;

beforeAll(async () => {
  run = asCaller(surface, await surface.newCaller());
  for (const i of [1, 2, 3]) {
    const keys = `agentKey: "agent-${i}", customerKey: "customer-${i}", sessionKey: "session-${i}"`;
    const event = `recordEvent(input: {type: "tool.call", toolKey: "tool-${i}", ${keys}}) { id }`;
    const goal = `recordGoal(input: {goalKey: "goalType-${i}"}) { id }`;
    dataOf(await run(`mutation { ${event} ${goal} }`));
  }
});

/** The fields of each beside the common ones. */
const own: Record<string, string> = {
  agent: 'name description metadata',
  customer: 'name description metadata',
  goalType: 'name description metadata value',
  tool: 'name description metadata value',
  session: 'agentId agentKey customerId customerKey',
};

type Thing = { key: string };

test.each(Object.entries(own))(
  '%s: one is read by its key, and all of them page by page',
  async (name, fields) => {
    const every = `id key ${fields} createdAt updatedAt`;
    const page = `query ($after: String) {
    page: ${name}s(first: 2, after: $after) { nodes { ${every} } pageInfo { hasNextPage endCursor } } }`;
    type Page = { page: { nodes: Thing[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };

    const first = dataOf(await run<Page>(page)).page;
    const rest = dataOf(await run<Page>(page, { after: first.pageInfo.endCursor })).page;
    const things = [...first.nodes, ...rest.nodes];
    expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(things.map(({ key }) => key)).toEqual([3, 2, 1].map((i) => `${name}-${i}`));

    const get = `query ($key: String!) { one: ${name}(key: $key) { ${every} } }`;
    for (const thing of things) {
      expect(dataOf(await run<{ one: Thing }>(get, { key: thing.key })).one).toEqual(thing);
    }
    const { data, errors } = await run(get, { key: 'nothing' });
    expect(data).toEqual({ one: null });
    expect(errors).toMatchObject([{ extensions: { code: 'Not Found', status: 404 } }]);
  },
);

test('sessions can be told apart by their agents and customers', async () => {
  const query = '{ sessions(filter: {agentKey: "agent-2"}) { nodes { key agentKey customerKey } } }';
  expect(dataOf(await run(query))).toEqual({
    sessions: { nodes: [{ key: 'session-2', agentKey: 'agent-2', customerKey: 'customer-2' }] },
  });
});
