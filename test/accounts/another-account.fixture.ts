import { randomUUID } from 'node:crypto';
import type { Browser } from '../support/browser.ts';
import { minimal } from '../support/drivers/samples.ts';

/** Keys and ids of one account's rows. */
export type Names = Record<
  | 'agentKey'
  | 'customerKey'
  | 'goalKey'
  | 'toolKey'
  | 'sessionKey'
  | 'revenueKey'
  | 'report'
  | 'agentId'
  | 'customerId'
  | 'toolId'
  | 'revenueId'
  | 'outcomeId'
  | 'goalId'
  | 'eventId'
  | 'apiKeyId',
  string
>;

/** Keys and ids that no account has. */
export function namesOfNothing(): Names {
  const key = () => `key-${randomUUID()}`;
  const id = () => randomUUID().replace(/-4/, '-7');
  return {
    agentKey: key(),
    customerKey: key(),
    goalKey: key(),
    toolKey: key(),
    sessionKey: key(),
    revenueKey: key(),
    report: key(),
    agentId: id(),
    customerId: id(),
    toolId: id(),
    revenueId: id(),
    outcomeId: id(),
    goalId: id(),
    eventId: id(),
    apiKeyId: id(),
  };
}

/** Makes one row of every kind in an account. */
export async function fillAccount({ trpc }: Browser): Promise<Names> {
  const names = namesOfNothing();
  const { agentKey, customerKey, goalKey, toolKey, sessionKey, revenueKey, report } = names;
  const where = { agentKey, customerKey, sessionKey };
  await trpc.goalTypes.create.mutate({ key: goalKey, value: '5.00' });
  await trpc.tools.create.mutate({ key: toolKey, value: '2.00' });
  const revenue = await trpc.revenues.record.mutate({ ...minimal, ...where, key: revenueKey });
  const outcome = await trpc.outcomes.record.mutate({ ...where, value: '3.00' });
  const goal = await trpc.goals.record.mutate({ ...where, goalKey });
  const event = await trpc.events.record.mutate({ ...where, type: 'tool.call', toolKey });
  await trpc.reports.save.mutate({ name: report, document: '{ revenues(first: 1) { nodes { id } } }' });
  const apiKey = await trpc.apiKeys.create.mutate({ name: 'theirs', scopes: ['revenues:read'] });
  return {
    ...names,
    agentId: revenue.agentId ?? '',
    customerId: revenue.customerId ?? '',
    toolId: (await trpc.tools.get.query({ key: toolKey })).id,
    revenueId: revenue.id,
    outcomeId: outcome.id,
    goalId: goal.id,
    eventId: event.id,
    apiKeyId: apiKey.id,
  };
}

/** Everything that an account can read of its own data. */
export async function viewOf({ trpc }: Browser): Promise<unknown> {
  const all = { limit: 1_000 };
  return {
    revenues: await trpc.revenues.list.query(all),
    outcomes: await trpc.outcomes.list.query(all),
    goals: await trpc.goals.list.query(all),
    events: await trpc.events.list.query(all),
    agents: await trpc.agents.list.query(all),
    customers: await trpc.customers.list.query(all),
    goalTypes: await trpc.goalTypes.list.query(all),
    tools: await trpc.tools.list.query(all),
    sessions: await trpc.sessions.list.query(all),
    reports: await trpc.reports.list.query(all),
    apiKeys: await trpc.apiKeys.list.query({}),
    account: await trpc.account.get.query({}),
  };
}

const time = { from: '2020-01-01', to: '2030-01-01' };
const dimension = (key: (names: Names) => string) => ({
  create: [(names: Names) => ({ key: key(names) })],
  list: [() => ({})],
  get: [(names: Names) => ({ key: key(names) })],
  update: [(names: Names) => ({ key: key(names), name: 'mine now' })],
  replace: [(names: Names) => ({ key: key(names), name: 'mine now' })],
  delete: [(names: Names) => ({ key: key(names) })],
});

type Inputs = Record<string, Record<string, ((names: Names) => unknown)[]>>;

/** Inputs of every operation that refer to rows by key or id, in the order in which the other account tries them. */
export const inputs: Inputs = {
  account: { get: [() => ({})], claim: [({ apiKeyId }) => ({ token: apiKeyId })] },
  apiKeys: {
    list: [() => ({})],
    rename: [({ apiKeyId: id }) => ({ id, name: 'mine now' })],
    rotate: [({ apiKeyId: id }) => ({ id })],
    revoke: [({ apiKeyId: id }) => ({ id })],
    create: [({ report: name }) => ({ name, scopes: ['agents:read'] })],
  },
  reports: {
    get: [({ report: name }) => ({ name })],
    run: [({ report: name }) => ({ name })],
    delete: [({ report: name }) => ({ name })],
    list: [() => ({})],
    save: [({ report: name }) => ({ name, document: '{ agents(first: 1) { nodes { id } } }' })],
  },
  revenues: {
    get: [({ revenueId: id }) => ({ id })],
    list: [
      ({ agentKey }) => ({ agentKey }),
      ({ agentId }) => ({ agentId }),
      ({ customerId }) => ({ customerId }),
      ({ sessionKey }) => ({ sessionKey }),
      ({ revenueKey: key }) => ({ key }),
      ({ goalId }) => ({ goalId }),
    ],
    record: [
      ({ agentId }) => ({ ...minimal, agentId }),
      ({ customerId }) => ({ ...minimal, customerId }),
      ({ goalId }) => ({ ...minimal, goalId }),
      ({ eventId }) => ({ ...minimal, eventId }),
    ],
    recordBatch: [
      ({ agentId, goalId }) => [
        { ...minimal, agentId },
        { ...minimal, goalId },
      ],
    ],
  },
  outcomes: {
    get: [({ outcomeId: id }) => ({ id })],
    list: [({ agentId }) => ({ agentId }), ({ toolId }) => ({ toolId }), ({ goalId }) => ({ goalId })],
    record: [({ goalId }) => ({ value: '1', goalId }), ({ toolId }) => ({ value: '1', toolId })],
    recordBatch: [
      ({ goalId, toolId }) => [
        { value: '1', goalId },
        { value: '1', toolId },
      ],
    ],
  },
  goals: {
    get: [({ goalId: id }) => ({ id })],
    list: [({ goalKey }) => ({ goalKey }), ({ agentId }) => ({ agentId })],
    // The owner's goal type has a value, from which an outcome would be generated.
    record: [({ goalKey }) => ({ goalKey })],
    recordBatch: [({ goalKey }) => [{ goalKey }]],
  },
  events: {
    get: [({ eventId: id }) => ({ id })],
    list: [({ toolKey }) => ({ toolKey }), ({ toolId }) => ({ toolId }), ({ agentId }) => ({ agentId })],
    record: [({ toolKey }) => ({ type: 'tool.call', toolKey })],
    recordBatch: [({ toolKey }) => [{ type: 'tool.call', toolKey }]],
  },
  sessions: { get: [({ sessionKey: key }) => ({ key })], list: [({ agentKey }) => ({ agentKey })] },
  agents: dimension(({ agentKey }) => agentKey),
  customers: dimension(({ customerKey }) => customerKey),
  goalTypes: dimension(({ goalKey }) => goalKey),
  tools: dimension(({ toolKey }) => toolKey),
  analytics: {
    slice: [
      ({ agentKey }) => ({
        window: time,
        totals: ['revenue', 'value', 'goals'],
        where: { agent: { in: [agentKey] } },
      }),
      ({ goalKey }) => ({ window: time, totals: ['goals', 'value'], where: { goalType: { in: [goalKey] } } }),
    ],
  },
};
