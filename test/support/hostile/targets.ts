import { routes } from '@outturn/rest';
import { appRouter } from '@outturn/trpc';
import { bodySchema, operations } from '../openapi/document.ts';

/** A route of a surface that takes JSON, with a valid sample. */
export type Target = { method: string; path: string; sample: unknown };

const sampleOf = (operation: (typeof operations)[number]) =>
  bodySchema(operation) ? operation.requestBody?.content['application/json'].example : undefined;

/** Every route, with the sample body of its documentation. */
export const restTargets: readonly Target[] = operations.map((operation) => ({
  method: operation.method,
  path: operation.path,
  sample: sampleOf(operation),
}));

const samplesByName = new Map(
  routes.map(({ method, path, operation }) => {
    const documented = operations.find(
      (one) => one.method === method.toUpperCase() && one.path === `/v1${path}`,
    );
    return [operation.name, documented && sampleOf(documented)];
  }),
);

type Procedure = { _def: { type: 'query' | 'mutation' | 'subscription' } };
/** Under their full names, as tRPC keeps them beside the nested ones that it types. */
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** Every procedure but the subscriptions, which would stay open. */
export const trpcTargets: readonly Target[] = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.type === 'subscription'
    ? []
    : [
        {
          method: _def.type === 'query' ? 'GET' : 'POST',
          path: `/trpc/${name}`,
          sample: samplesByName.get(name) ?? { key: 'a', limit: 1, name: 'a' },
        },
      ],
);

/** Documents that take variables of every input type. */
export const graphqlTargets: readonly Target[] = Object.entries({
  'mutation ($input: RecordRevenueInput!) { recordRevenue(input: $input) { id } }': 'revenues.record',
  'mutation ($input: RecordOutcomeInput!) { recordOutcome(input: $input) { id } }': 'outcomes.record',
  'mutation ($input: RecordGoalInput!) { recordGoal(input: $input) { id } }': 'goals.record',
  'mutation ($input: RecordEventInput!) { recordEvent(input: $input) { id } }': 'events.record',
  'mutation ($input: SaveReportInput!) { saveReport(input: $input) { name } }': '',
  'mutation ($input: DeleteReportInput!) { deleteReport(input: $input) { name } }': '',
  'query ($input: RevenueFilter) { revenues(filter: $input, first: 1) { nodes { id } } }': '',
  'query ($input: SliceFilter, $window: AnalyticsWindowInput = {from: "2026-01-01", to: "2026-02-01"}) { analytics(where: $input, window: $window) { totals { revenue } } }':
    '',
  'query ($input: String!) { agent(key: $input) { id } runReport(name: $input) }': '',
  'query ($input: ID!) { revenue(id: $input) { id } }': '',
}).map(([query, name]) => ({
  method: 'POST',
  path: '/graphql',
  sample: { query, variables: { input: samplesByName.get(name) ?? { key: 'a', name: 'a' } } },
}));
