import { operations, relations, subscriptions } from '@outturn/service';
import { mutation, query, subscription } from './procedure.ts';
import { t } from './trpc.ts';

const {
  account,
  agents,
  analytics,
  apiKeys,
  customers,
  events,
  goals,
  goalTypes,
  outcomes,
  reports,
  revenues,
  sessions,
  tools,
} = operations;

/** Every operation, under its own name. */
export const appRouter = t.router({
  revenues: t.router({
    record: mutation(revenues.record),
    recordBatch: mutation(revenues.recordBatch),
    list: query(revenues.list),
    get: query(revenues.get),
  }),
  outcomes: t.router({
    record: mutation(outcomes.record),
    recordBatch: mutation(outcomes.recordBatch),
    list: query(outcomes.list),
    get: query(outcomes.get),
  }),
  goals: t.router({
    record: mutation(goals.record),
    recordBatch: mutation(goals.recordBatch),
    list: query(goals.list),
    get: query(goals.get),
  }),
  events: t.router({
    record: mutation(events.record),
    recordBatch: mutation(events.recordBatch),
    list: query(events.list),
    get: query(events.get),
  }),
  goalTypes: t.router({
    create: mutation(goalTypes.create),
    list: query(goalTypes.list),
    get: query(goalTypes.get),
    getManyByKey: query(relations.many.goalTypes),
    update: mutation(goalTypes.update),
    delete: mutation(goalTypes.delete),
  }),
  agents: t.router({
    create: mutation(agents.create),
    list: query(agents.list),
    get: query(agents.get),
    getManyByKey: query(relations.many.agents),
    update: mutation(agents.update),
    delete: mutation(agents.delete),
  }),
  customers: t.router({
    create: mutation(customers.create),
    list: query(customers.list),
    get: query(customers.get),
    getManyByKey: query(relations.many.customers),
    update: mutation(customers.update),
    delete: mutation(customers.delete),
  }),
  tools: t.router({
    create: mutation(tools.create),
    list: query(tools.list),
    get: query(tools.get),
    getManyByKey: query(relations.many.tools),
    update: mutation(tools.update),
    delete: mutation(tools.delete),
  }),
  sessions: t.router({
    list: query(sessions.list),
    get: query(sessions.get),
  }),
  analytics: t.router({
    slice: query(analytics.slice),
    live: subscription(subscriptions.analytics.live),
  }),
  records: t.router({
    live: subscription(subscriptions.records.live),
  }),
  reports: t.router({
    save: mutation(reports.save),
    list: query(reports.list),
    get: query(reports.get),
    run: query(reports.run),
    delete: mutation(reports.delete),
  }),
  apiKeys: t.router({
    list: query(apiKeys.list),
    create: mutation(apiKeys.create),
    rename: mutation(apiKeys.rename),
    rotate: mutation(apiKeys.rotate),
    revoke: mutation(apiKeys.revoke),
  }),
  account: t.router({
    get: query(account.get),
    claim: mutation(account.claim),
  }),
});

export type AppRouter = typeof appRouter;
