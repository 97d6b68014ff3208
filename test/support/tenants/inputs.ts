import { doomedOn, instant, type World } from './world.ts';

/** The surface of a call, and a text that no other call uses. */
export type Place = { surface: string; nonce: string };

type Input = (world: World, place: Place) => unknown;

const nothing: Input = () => ({});
const byId =
  (kind: keyof World['ids']): Input =>
  ({ ids }) => ({ id: ids[kind] });
const newKey: Input = async (world, { nonce }) => ({ id: await world.newKeyId(), name: nonce });

/** A revenue that references every row of a world by id. Its amount is 0, so that sums stay. */
const revenue: Input = ({ ids, marker }) => ({
  amount: '0',
  recordedAt: instant,
  description: marker,
  agentId: ids.agents,
  customerId: ids.customers,
  goalId: ids.goals,
  eventId: ids.events,
});
const outcome: Input = ({ ids }) => ({ value: '0', goalId: ids.goals, toolId: ids.tools, agentKey: 'a' });
const goal: Input = ({ marker }) => ({ goalKey: 'free', agentKey: 'a', metadata: { team: marker } });
const event: Input = ({ marker }) => ({ type: 'note', name: marker, agentKey: 'a' });
const batchOf =
  (input: Input): Input =>
  async (world, place) => [await input(world, place)];

const dimension = (key: string) => ({
  create: (({ marker }, { nonce }) => ({ key: nonce, name: marker })) satisfies Input,
  list: nothing,
  get: () => ({ key }),
  update: (({ marker }) => ({ key, description: marker })) satisfies Input,
  replace: (({ marker }, { nonce }) => ({ key: nonce, name: marker })) satisfies Input,
  delete: ((_, { surface }) => ({ key: doomedOn(surface) })) satisfies Input,
});
const records = (kind: 'revenues' | 'outcomes' | 'goals' | 'events', record: Input) => ({
  record,
  recordBatch: batchOf(record),
  // Every world has these keys, so the caller decides whose rows they name.
  list: () => ({ agentKey: 'a', customerKey: 'c', sessionKey: 's' }),
  get: byId(kind),
});

const document = '{ agents { nodes { name } } }';

/** A valid input for every operation and subscription, about the rows of a world. */
const inputs: Record<string, Record<string, Input>> = {
  revenues: records('revenues', revenue),
  outcomes: records('outcomes', outcome),
  goals: records('goals', goal),
  events: records('events', event),
  goalTypes: dimension('g'),
  agents: dimension('a'),
  customers: dimension('c'),
  tools: dimension('t'),
  sessions: { list: nothing, get: () => ({ key: 's' }) },
  analytics: { slice: question, live: question },
  records: { live: () => ({ kinds: ['revenues'] }) },
  reports: {
    save: ({ marker }, { nonce }) => ({ name: nonce, description: marker, document }),
    list: nothing,
    get: () => ({ name: 'report' }),
    run: () => ({ name: 'report' }),
    delete: (_, { surface }) => ({ name: doomedOn(surface) }),
  },
  apiKeys: {
    list: nothing,
    create: ({ marker }) => ({ name: marker, scopes: ['revenues:read'] }),
    rename: newKey,
    rotate: async (world, place) => ({ id: ((await newKey(world, place)) as { id: string }).id }),
    revoke: async (world, place) => ({ id: ((await newKey(world, place)) as { id: string }).id }),
  },
  account: {
    get: nothing,
    // A claim needs only its token, which is valid once.
    claim: (_, { nonce }) => ({ token: nonce }),
  },
};

/** Every part of a slice that needs a statement of its own. */
function question() {
  const group = { orderBy: { measure: 'key', direction: 'asc' }, first: 10, totals: ['revenue', 'goals'] };
  const plain = ['agent', 'customer', 'goalType', 'tool', 'source', 'session', 'eventType'];
  const byMetadata = ['metadata', 'agentMetadata', 'customerMetadata'];
  return {
    window: { from: '2026-06-15', to: '2026-06-16' },
    timeZone: 'UTC',
    weekStart: 'monday',
    totals: ['revenue', 'value', 'cost', 'goals', 'sessions'],
    series: { s: { every: 'hour', totals: ['revenue'] } },
    funnel: { f: { steps: ['g', 'free'] } },
    by: Object.fromEntries([
      ...plain.map((name) => [name, { ...group, dimension: name }]),
      ...byMetadata.map((name) => [name, { ...group, dimension: name, metadataKey: 'team' }]),
    ]),
  };
}

/** The input of an operation such as `revenues.get`; undefined for a missing one. */
export function inputOf(name: string): Input | undefined {
  const [group = '', verb = ''] = name.split('.');
  return inputs[group]?.[verb];
}
