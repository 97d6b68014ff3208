import { beforeAll, describe, expect, test } from 'vitest';
import { asCaller, dataOf, useSurface } from './surface.fixture.ts';

type Event = { id: string; type: string; occurredAt: string };
type Events = {
  events: {
    edges: { cursor: string; node: Event }[];
    nodes: Event[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  };
};

const surface = useSurface();
let run: ReturnType<typeof asCaller>;

/** Seven events, whose times are in another order than their ids. */
beforeAll(async () => {
  run = asCaller(surface, await surface.newCaller());
  for (const i of [3, 1, 6, 0, 5, 2, 4]) {
    const input = `{type: "t${i % 2}", occurredAt: "2024-01-0${i + 1}T00:00:00Z", agentKey: "a${i % 3}"}`;
    dataOf(await run(`mutation { recordEvent(input: ${input}) { id } }`));
  }
});

const query = `query ($first: Int, $after: String, $orderBy: EventOrder, $filter: EventFilter) {
  events(first: $first, after: $after, orderBy: $orderBy, filter: $filter) {
    edges { cursor node { id type occurredAt } }
    nodes { id type occurredAt }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const list = async (variables: Record<string, unknown> = {}) =>
  dataOf(await run<Events>(query, variables)).events;

describe.each([undefined, 'ID_DESC', 'ID_ASC', 'OCCURRED_AT_DESC', 'OCCURRED_AT_ASC'])(
  'in the order %s',
  (orderBy) => {
    test('cursors page through every record once', async () => {
      const whole = await list({ orderBy });
      const seen: Event[] = [];
      for (let after: string | undefined; ; ) {
        const { nodes, pageInfo, edges } = await list({ orderBy, first: 3, after });
        seen.push(...nodes);
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(pageInfo).toMatchObject({
          hasPreviousPage: after !== undefined,
          startCursor: edges[0]?.cursor,
          endCursor: edges.at(-1)?.cursor,
        });
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage) break;
      }
      expect(seen).toHaveLength(7);
      expect(seen).toEqual(whole.nodes);
      const field = orderBy?.startsWith('OCCURRED') ? 'occurredAt' : 'id';
      const values = seen.map((event) => event[field]);
      const ascending = values.toSorted();
      expect(values).toEqual(orderBy?.endsWith('ASC') ? ascending : ascending.toReversed());
    });

    test('a cursor inside a page continues behind its record', async () => {
      const { edges, nodes } = await list({ orderBy });
      const { nodes: rest } = await list({ orderBy, after: edges[3]?.cursor });
      expect(rest).toEqual(nodes.slice(4));
    });
  },
);

test('filters are combined, and null is no filter', async () => {
  const { nodes: all } = await list();
  expect((await list({ filter: {} })).nodes).toEqual(all);
  expect((await list({ filter: { type: null, agentKey: null }, orderBy: null, first: null })).nodes).toEqual(
    all,
  );
  expect((await list({ filter: { type: 't1' } })).nodes).toHaveLength(3);
  const { nodes } = await list({
    filter: {
      type: 't0',
      agentKey: 'a0',
      occurredFrom: '2024-01-01T00:00:00Z',
      occurredTo: '2024-01-07T00:00:00Z',
    },
  });
  expect(nodes.map(({ occurredAt }) => occurredAt)).toEqual(['2024-01-01T00:00:00.000Z']);
  expect((await list({ filter: { agentKey: 'nobody' } })).nodes).toEqual([]);
});

test.each([
  ['first', { first: 0 }, 'Invalid Request'],
  ['first', { first: 1001 }, 'Invalid Request'],
  ['after', { after: 'nonsense' }, 'Invalid Request'],
  ['agentId', { filter: { agentId: '1' } }, 'Invalid ID'],
  ['occurredTo', { filter: { occurredTo: 'tomorrow' } }, 'Invalid Request'],
])('a wrong %s is named as in GraphQL', async (field, variables, code) => {
  const { data, errors } = await run(query, variables);
  expect(data).toEqual({ events: null });
  expect(errors).toMatchObject([
    { path: ['events'], extensions: { code, status: 400, details: [{ field }] } },
  ]);
});

test('a cursor of another order is refused', async () => {
  const { edges } = await list({ orderBy: 'ID_ASC' });
  const { errors } = await run(query, { after: edges[0]?.cursor });
  expect(errors[0]?.extensions.details).toMatchObject([{ field: 'after' }]);
});

test('a failed field leaves the answers of others intact', async () => {
  const reader = asCaller(surface, await surface.newCaller(['agents:read']));
  const { data, errors } = await reader('{ events { nodes { id } } agents { nodes { id } } }');
  expect(data).toEqual({ events: null, agents: { nodes: [] } });
  expect(errors).toMatchObject([{ path: ['events'], extensions: { code: 'Forbidden', status: 403 } }]);
});
