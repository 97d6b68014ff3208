import { operations, relations, subscriptions } from '@outturn/service';
import type { TRPCCreateRouterOptions } from '@trpc/server';
import { dimensionRouter, recordRouter } from './group-routers.ts';
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

export const appRouter = t.router({
  revenues: recordRouter(revenues),
  outcomes: recordRouter(outcomes),
  goals: recordRouter(goals),
  events: recordRouter(events),
  goalTypes: dimensionRouter(goalTypes, relations.many.goalTypes),
  agents: dimensionRouter(agents, relations.many.agents),
  customers: dimensionRouter(customers, relations.many.customers),
  tools: dimensionRouter(tools, relations.many.tools),
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

/** The product's procedures and further groups. */
export function routerWith<Groups extends TRPCCreateRouterOptions>(groups: Groups) {
  return t.mergeRouters(appRouter, t.router(groups));
}
