import { operations } from '@outturn/service';
import { route } from './route.ts';

const { agents, customers, events, goals, goalTypes, outcomes, revenues, sessions, tools } = operations;

/** Every endpoint of REST `/v1`. */
export const routes = [
  route('post', '/revenues', 201, revenues.record),
  route('post', '/revenues/batch', 200, revenues.recordBatch),
  route('get', '/revenues', 200, revenues.list),
  route('get', '/revenues/{id}', 200, revenues.get),

  route('post', '/outcomes', 201, outcomes.record),
  route('post', '/outcomes/batch', 200, outcomes.recordBatch),
  route('get', '/outcomes', 200, outcomes.list),
  route('get', '/outcomes/{id}', 200, outcomes.get),

  route('post', '/goals', 201, goals.record),
  route('post', '/goals/batch', 200, goals.recordBatch),
  route('get', '/goals', 200, goals.list),
  route('get', '/goals/{id}', 200, goals.get),

  route('post', '/events', 201, events.record),
  route('post', '/events/batch', 200, events.recordBatch),
  route('get', '/events', 200, events.list),
  route('get', '/events/{id}', 200, events.get),

  route('post', '/goal-types', 201, goalTypes.create),
  route('get', '/goal-types', 200, goalTypes.list),
  route('get', '/goal-types/{key}', 200, goalTypes.get),
  route('patch', '/goal-types/{key}', 200, goalTypes.update),
  route('delete', '/goal-types/{key}', 204, goalTypes.delete),

  route('post', '/agents', 201, agents.create),
  route('get', '/agents', 200, agents.list),
  route('get', '/agents/{key}', 200, agents.get),
  route('patch', '/agents/{key}', 200, agents.update),
  route('delete', '/agents/{key}', 204, agents.delete),

  route('post', '/customers', 201, customers.create),
  route('get', '/customers', 200, customers.list),
  route('get', '/customers/{key}', 200, customers.get),
  route('patch', '/customers/{key}', 200, customers.update),
  route('delete', '/customers/{key}', 204, customers.delete),

  route('post', '/tools', 201, tools.create),
  route('get', '/tools', 200, tools.list),
  route('get', '/tools/{key}', 200, tools.get),
  route('patch', '/tools/{key}', 200, tools.update),
  route('delete', '/tools/{key}', 204, tools.delete),

  route('get', '/sessions', 200, sessions.list),
  route('get', '/sessions/{key}', 200, sessions.get),
];
