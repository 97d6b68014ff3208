// Generated from openapi.json by `npm test -- packages/sdk --update`.

const routes0 = {
  record: 'POST',
  list: 'LIST',
  recordBatch: 'POST /batch',
  correct: 'POST /{id}/corrections',
  correctBatch: 'POST /corrections/batch',
  history: 'GET /{id}/history',
  get: 'GET /{id}',
};
const routes1 = {
  list: 'LIST',
};
const routes2 = {
  create: 'POST',
  list: 'LIST',
  get: 'GET /{key}',
  update: 'PATCH /{key}',
  replace: 'PUT /{key}',
  delete: 'DELETE /{key}',
};
const routes3 = {
  list: 'LIST',
  get: 'GET /{key}',
};

/** The path of each group, and the routes of its functions below it. */
export const routes = {
  revenues: ['/v1/revenues', routes0],
  outcomes: ['/v1/outcomes', routes0],
  goals: ['/v1/goals', routes0],
  events: ['/v1/events', routes0],
  corrections: ['/v1/corrections', routes1],
  goalTypes: ['/v1/goal-types', routes2],
  agents: ['/v1/agents', routes2],
  customers: ['/v1/customers', routes2],
  tools: ['/v1/tools', routes2],
  sessions: ['/v1/sessions', routes3],
} as const;

/** The field of each kind of record that holds the time of its arrival where it is absent. */
export const times = {
  outcomes: 'generatedAt',
  goals: 'achievedAt',
  events: 'occurredAt',
} as const;
