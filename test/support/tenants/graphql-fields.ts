import type { Place } from './inputs.ts';
import { doomedOn, instant, takenBy, type World } from './world.ts';

/** A root field: the operation behind it, and a document that selects it about the rows of a world. */
type Field = { operation: string; document(world: World, place: Place): string };

const text = (value: string) => JSON.stringify(value);
const names = 'agent { name } customer { name }';
const more =
  'revenues { nodes { id description } } events { nodes { id name } } goals { nodes { id metadata } }';
const outcomes = 'outcomes { nodes { id value } }';
const sessions = 'sessions(filter: {agentKey: "a", customerKey: "c"}) { nodes { id } }';

const ofRevenue = `id description amount ${names} goal { id metadata } event { id name }`;
const ofOutcome = `id value ${names} session { id key } goal { id } tool { name }`;
const ofGoal = `id metadata ${names} session { id } goalType { name } ${outcomes} revenues { nodes { id } }`;
const ofEvent = `id name ${names} session { id } tool { name }`;
const ofOwner = `id name ${more} ${outcomes} ${sessions}`;

const list = (field: string, operation: string, fields: string): Record<string, Field> => ({
  [field]: { operation, document: () => `{ ${field} { nodes { ${fields} } } }` },
});
const byKey = (field: string, operation: string, key: string, fields: string): Record<string, Field> => ({
  [field]: { operation, document: ({ prefix }) => `{ ${field}(key: ${text(prefix + key)}) { ${fields} } }` },
});
const byId = (field: string, kind: keyof World['ids'], fields: string): Record<string, Field> => ({
  [field]: {
    operation: `${kind}.get`,
    document: ({ ids }) => `{ ${field}(id: ${text(ids[kind])}) { ${fields} } }`,
  },
});

const history = (record: string, kind: keyof World['ids']): Record<string, Field> => ({
  [`${record}History`]: {
    operation: `${kind}.history`,
    document: ({ ids }) =>
      `{ ${record}History(id: ${text(ids[kind])}) { version record { id } correction { reason } } }`,
  },
});

const window = 'window: {from: "2026-06-15", to: "2026-06-16"}';
const slice = `analytics(${window}) { totals { revenue value cost sessions }
  by(dimension: AGENT) { key label totals { revenue } } previous { totals { revenue } } }`;

const queries: Record<string, Field> = {
  ...list('revenues', 'revenues.list', ofRevenue),
  ...list('outcomes', 'outcomes.list', ofOutcome),
  ...list('goals', 'goals.list', ofGoal),
  ...list('events', 'events.list', ofEvent),
  ...list('agents', 'agents.list', ofOwner),
  ...list('customers', 'customers.list', ofOwner),
  ...list('goalTypes', 'goalTypes.list', 'id name goals { nodes { id metadata } }'),
  ...list('tools', 'tools.list', `id name events { nodes { id name } } ${outcomes}`),
  ...list('sessions', 'sessions.list', `id ${names} ${more} ${outcomes}`),
  ...list('reports', 'reports.list', 'id name description'),
  ...byId('revenue', 'revenues', ofRevenue),
  ...byId('outcome', 'outcomes', ofOutcome),
  ...byId('goal', 'goals', ofGoal),
  ...byId('event', 'events', ofEvent),
  ...history('revenue', 'revenues'),
  ...history('outcome', 'outcomes'),
  ...history('goal', 'goals'),
  ...history('event', 'events'),
  ...list('corrections', 'corrections.list', 'id reason recordId'),
  ...byKey('agent', 'agents.get', 'a', ofOwner),
  ...byKey('customer', 'customers.get', 'c', ofOwner),
  ...byKey('goalType', 'goalTypes.get', 'g', 'id name goals { nodes { id metadata } }'),
  ...byKey('tool', 'tools.get', 't', `id name events { nodes { id name } } ${outcomes}`),
  ...byKey('session', 'sessions.get', 's', `id ${names} ${more} ${outcomes}`),
  ...list('prices', 'prices.list', 'id provider model'),
  priceOf: {
    operation: 'prices.find',
    document: ({ marker }) =>
      `{ priceOf(provider: ${text(marker)}, model: ${text(`model ${marker}`)}) { id provider model } }`,
  },
  repricing: {
    operation: 'prices.getRepricing',
    document: ({ runs }) => `{ repricing(id: "${runs.get('GraphQL')}") { id state events } }`,
  },
  ...list('traceSources', 'traces.sources', 'software name'),
  settings: { operation: 'settings.get', document: () => '{ settings { computeCosts ignoredScopes } }' },
  report: {
    operation: 'reports.get',
    document: ({ prefix }) => `{ report(name: "${prefix}report") { id description } }`,
  },
  runReport: {
    operation: 'reports.run',
    document: ({ prefix }) => `{ runReport(name: "${prefix}report") { name data } }`,
  },
  analytics: { operation: 'analytics.slice', document: () => `{ ${slice} }` },
  analyticsRecords: {
    operation: 'analytics.records',
    document: () =>
      `{ analyticsRecords(${window}, measure: MARGIN) { nodes { id agentKey ... on Revenue { amount } ... on Event { cost name } } } }`,
  },
};

const mutation = (field: string, input: string, fields: string) =>
  `mutation { ${field}(input: {${input}}) { ${fields} } }`;

const correction = (field: string, kind: keyof World['ids'], change: string): Record<string, Field> => ({
  [field]: {
    operation: `${kind}.correct`,
    document: ({ ids }, { nonce }) =>
      mutation(
        field,
        `id: "${ids[kind]}", action: "amend", reason: "${nonce}", changes: {${change.replace('NONCE', nonce)}}`,
        'id recordId before { id } after { id }',
      ),
  },
});

const mutations: Record<string, Field> = {
  ...correction('correctRevenue', 'revenues', 'description: "NONCE"'),
  ...correction('correctOutcome', 'outcomes', 'sessionKey: "NONCE"'),
  ...correction('correctGoal', 'goals', 'metadata: {team: "NONCE"}'),
  ...correction('correctEvent', 'events', 'name: "NONCE"'),
  refundRevenue: {
    operation: 'revenues.refund',
    document: ({ ids }) =>
      mutation(
        'refundRevenue',
        `id: "${ids.revenues}", amount: "0.000000001", recordedAt: "${instant}"`,
        ofRevenue,
      ),
  },
  recordRevenue: {
    operation: 'revenues.record',
    document: ({ ids, marker }) =>
      mutation(
        'recordRevenue',
        `amount: "0", recordedAt: "${instant}", description: ${text(marker)}, agentId: "${ids.agents}",
         customerId: "${ids.customers}", goalId: "${ids.goals}", eventId: "${ids.events}"`,
        ofRevenue,
      ),
  },
  recordOutcome: {
    operation: 'outcomes.record',
    document: ({ ids }) =>
      mutation('recordOutcome', `value: "0", goalId: "${ids.goals}", toolId: "${ids.tools}"`, ofOutcome),
  },
  recordGoal: {
    operation: 'goals.record',
    document: ({ prefix }) => {
      const key = text(prefix + takenBy('record', 'GraphQL'));
      return mutation('recordGoal', `goalKey: ${key}, agentKey: ${key}`, ofGoal);
    },
  },
  recordEvent: {
    operation: 'events.record',
    document: ({ prefix }) => {
      const key = text(prefix + takenBy('record', 'GraphQL'));
      return mutation('recordEvent', `type: "tool.call", toolKey: ${key}, agentKey: ${key}`, ofEvent);
    },
  },
  createPrice: {
    operation: 'prices.create',
    document: ({ marker }, { nonce }) =>
      mutation(
        'createPrice',
        `provider: ${text(marker)}, model: ${text(nonce)}, effectiveFrom: "${instant}", input: "1"`,
        'id provider model',
      ),
  },
  deletePrice: {
    operation: 'prices.delete',
    document: ({ doomedPrices }) => mutation('deletePrice', `id: "${doomedPrices.get('GraphQL')}"`, 'id'),
  },
  repriceEvents: {
    operation: 'prices.reprice',
    document: () =>
      mutation(
        'repriceEvents',
        'from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z", dryRun: true',
        'id events oldCost',
      ),
  },
  revertRepricing: {
    operation: 'prices.revertRepricing',
    document: ({ runs }) => mutation('revertRepricing', `id: "${runs.get('GraphQL')}"`, 'id events'),
  },
  updateSettings: {
    operation: 'settings.update',
    document: () => mutation('updateSettings', 'computeCosts: true', 'computeCosts'),
  },
  saveReport: {
    operation: 'reports.save',
    document: ({ marker, prefix }, { nonce }) =>
      mutation(
        'saveReport',
        `name: ${text((prefix || nonce) + takenBy('save', 'GraphQL'))}, description: ${text(marker)}, document: "{ agents { nodes { id } } }"`,
        'id description',
      ),
  },
  renameReport: {
    operation: 'reports.rename',
    document: ({ prefix }, { nonce }) =>
      mutation(
        'renameReport',
        `name: ${text(prefix + takenBy('rename', 'GraphQL'))}, newName: ${text(prefix + nonce)}`,
        'id description',
      ),
  },
  deleteReport: {
    operation: 'reports.delete',
    document: ({ prefix }) => mutation('deleteReport', `name: ${text(prefix + doomedOn('GraphQL'))}`, 'name'),
  },
};

/** By type and name, such as `Query.revenues`. */
export const graphqlFields: Record<string, Field> = Object.fromEntries([
  ...Object.entries(queries).map(([name, field]) => [`Query.${name}`, field]),
  ...Object.entries(mutations).map(([name, field]) => [`Mutation.${name}`, field]),
  ['Subscription.analytics', { operation: 'analytics.live', document: () => `subscription { ${slice} }` }],
]);
