// Generated from openapi.json by `npm test -- packages/sdk --update`.

const routes0 = {
  record: 'POST',
  list: 'LIST',
  recordBatch: 'POST /batch',
  correct: 'POST /{id}/corrections',
  correctBatch: 'POST /corrections/batch',
  history: 'GET /{id}/history',
  get: 'GET /{id}',
  refund: 'POST /{id}/refunds',
  refundBatch: 'POST /refunds/batch',
};
const routes1 = {
  record: 'POST',
  list: 'LIST',
  recordBatch: 'POST /batch',
  correct: 'POST /{id}/corrections',
  correctBatch: 'POST /corrections/batch',
  history: 'GET /{id}/history',
  get: 'GET /{id}',
};
const routes2 = {
  list: 'LIST',
};
const routes3 = {
  create: 'POST',
  list: 'LIST',
  get: 'GET /{key}',
  update: 'PATCH /{key}',
  replace: 'PUT /{key}',
  delete: 'DELETE /{key}',
};
const routes4 = {
  list: 'LIST',
  get: 'QUERY /{key}',
  timeline: 'LIST /{key}/timeline',
};
const routes5 = {
  create: 'POST',
  list: 'LIST',
  delete: 'DELETE /{id}',
  find: 'QUERY /find',
  reprice: 'POST /reprice',
  getRepricing: 'GET /reprice/{id}',
  revertRepricing: 'POST /reprice/{id}/revert',
};
const routes6 = {
  sources: 'LIST',
};
const routes7 = {
  get: 'GET',
  update: 'PATCH',
};

/** The path of each group, and the routes of its functions below it. */
export const routes = {
  revenues: ['/v1/revenues', routes0],
  outcomes: ['/v1/outcomes', routes1],
  goals: ['/v1/goals', routes1],
  events: ['/v1/events', routes1],
  corrections: ['/v1/corrections', routes2],
  goalTypes: ['/v1/goal-types', routes3],
  agents: ['/v1/agents', routes3],
  customers: ['/v1/customers', routes3],
  tools: ['/v1/tools', routes3],
  sessions: ['/v1/sessions', routes4],
  prices: ['/v1/prices', routes5],
  traces: ['/v1/traces/sources', routes6],
  settings: ['/v1/settings', routes7],
} as const;

/** The field of each kind of record that holds the time of its arrival where it is absent. */
export const times = {
  outcomes: 'generatedAt',
  goals: 'achievedAt',
  events: 'occurredAt',
} as const;
