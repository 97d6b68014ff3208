import { doomedOn, instant, takenBy, type World } from './world.ts';

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
const outcome: Input = ({ ids, prefix }, { surface }) => ({
  value: '0',
  goalId: ids.goals,
  toolId: ids.tools,
  agentKey: prefix + takenBy('record', surface),
});
const goal: Input = ({ marker, prefix }, { surface }) => {
  const key = prefix + takenBy('record', surface);
  return { goalKey: key, agentKey: key, customerKey: key, metadata: { team: marker } };
};
const event: Input = ({ marker, prefix }, { surface }) => {
  const key = prefix + takenBy('record', surface);
  return { type: 'tool.call', toolKey: key, name: marker, agentKey: key, customerKey: key };
};
/** So little that any number of them fits. */
const smallest = { amount: '0.000000001', recordedAt: instant };
const refunds = {
  refund: (({ ids }) => ({ id: ids.revenues, ...smallest })) satisfies Input,
  // The world's revenue has this key, like that of every other world.
  refundBatch: (({ ids }) => [
    { revenueId: ids.revenues, ...smallest },
    { revenueKey: `rev_${ids.revenues}`, ...smallest },
    { revenueKey: 'invoice', ...smallest },
  ]) satisfies Input,
};
const batchOf =
  (input: Input): Input =>
  async (world, place) => [await input(world, place)];

const dimension = (key: string) => ({
  create: (({ marker, prefix }, { nonce, surface }) => ({
    key: (prefix || nonce) + takenBy('create', surface),
    name: marker,
  })) satisfies Input,
  list: nothing,
  get: (({ prefix }) => ({ key: prefix + key })) satisfies Input,
  getManyByKey: (({ prefix }) => ({ names: [prefix + key] })) satisfies Input,
  update: (({ marker, prefix }) => ({ key: prefix + key, description: marker })) satisfies Input,
  replace: (({ marker, prefix }, { nonce, surface }) => ({
    key: (prefix || nonce) + takenBy('replace', surface),
    name: marker,
  })) satisfies Input,
  delete: (({ prefix }, { surface }) => ({ key: prefix + doomedOn(surface) })) satisfies Input,
});
/** Amends a field that no sum depends on. */
const amendment =
  (kind: 'revenues' | 'outcomes' | 'goals' | 'events'): Input =>
  ({ ids }, { nonce }) => {
    const changes = {
      revenues: { description: nonce },
      outcomes: { sessionKey: nonce },
      goals: { metadata: { team: nonce } },
      events: { name: nonce },
    };
    return { id: ids[kind], action: 'amend', changes: changes[kind], reason: nonce };
  };
const records = (kind: 'revenues' | 'outcomes' | 'goals' | 'events', record: Input) => ({
  record,
  recordBatch: batchOf(record),
  correct: amendment(kind),
  correctBatch: batchOf(amendment(kind)),
  history: byId(kind),
  // Every world without a prefix has these keys, so the caller decides whose rows they name.
  list: (({ prefix }) => ({
    agentKey: `${prefix}a`,
    customerKey: `${prefix}c`,
    sessionKey: `${prefix}s`,
  })) satisfies Input,
  get: byId(kind),
});

const repriced = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' };
const price = { effectiveFrom: instant, input: '1' };

const document = '{ agents { nodes { name } } }';

/** A valid input for every operation and subscription, about the rows of a world. */
const inputs: Record<string, Record<string, Input>> = {
  revenues: { ...records('revenues', revenue), ...refunds },
  outcomes: records('outcomes', outcome),
  goals: records('goals', goal),
  events: records('events', event),
  corrections: { list: nothing },
  prices: {
    create: ({ marker }, { nonce }) => ({ ...price, provider: marker, model: nonce }),
    list: nothing,
    find: ({ marker }) => ({ provider: marker, model: `model ${marker}` }),
    reprice: () => ({ ...repriced, dryRun: true }),
    getRepricing: ({ runs }, { surface }) => ({ id: runs.get(surface) }),
    revertRepricing: ({ runs }, { surface }) => ({ id: runs.get(surface) }),
    delete: ({ doomedPrices }, { surface }) => ({ id: doomedPrices.get(surface) }),
  },
  traces: { sources: nothing },
  settings: { get: nothing, update: () => ({ computeCosts: true }) },
  goalTypes: dimension('g'),
  agents: dimension('a'),
  customers: dimension('c'),
  tools: dimension('t'),
  sessions: {
    list: ({ prefix }) => ({ agentKey: `${prefix}a` }),
    get: ({ prefix }) => ({ key: `${prefix}s` }),
    timeline: ({ prefix }) => ({ key: `${prefix}s` }),
  },
  analytics: {
    slice: question,
    records: () => ({ window: { from: '2026-06-15', to: '2026-06-16' }, measure: 'margin' }),
    live: question,
  },
  records: { live: () => ({ kinds: ['revenues'] }) },
  reports: {
    save: ({ marker, prefix }, { nonce, surface }) => ({
      name: (prefix || nonce) + takenBy('save', surface),
      description: marker,
      document,
    }),
    list: nothing,
    get: ({ prefix }) => ({ name: `${prefix}report` }),
    run: ({ prefix }) => ({ name: `${prefix}report` }),
    rename: ({ prefix }, { nonce, surface }) => ({
      name: prefix + takenBy('rename', surface),
      newName: `${prefix}${nonce}`,
    }),
    delete: ({ prefix }, { surface }) => ({ name: prefix + doomedOn(surface) }),
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

/** Every part of a slice that needs a statement of its own; over MCP, which has no parts side by side, one of each. */
function question({ prefix }: World, { surface }: Place) {
  const group = { orderBy: { measure: 'key', direction: 'asc' }, first: 10, totals: ['revenue', 'goals'] };
  const plain = ['agent', 'customer', 'goalType', 'tool', 'source', 'session', 'eventType'];
  const byMetadata = ['metadata', 'agentMetadata', 'customerMetadata'];
  const asked = {
    window: { from: '2026-06-15', to: '2026-06-16' },
    where: { agent: { in: [`${prefix}a`] } },
    timeZone: 'UTC',
  };
  const measures = ['revenue', 'value', 'cost', 'goals', 'sessions'];
  if (surface === 'MCP') {
    const by = [{ dimension: 'customerMetadata', metadataKey: 'team' }, { dimension: 'session' }];
    return { ...asked, measures, by, every: 'hour', compare: 'previous' };
  }
  return {
    ...asked,
    weekStart: 'monday',
    totals: measures,
    series: { s: { every: 'hour', totals: ['revenue'] } },
    funnel: { f: { steps: [`${prefix}g`, 'free'] } },
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
