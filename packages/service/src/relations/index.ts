import { AgentEntity } from '../catalogue/agents/agent.entity.ts';
import { agents } from '../catalogue/agents/index.ts';
import { CustomerEntity } from '../catalogue/customers/customer.entity.ts';
import { customers } from '../catalogue/customers/index.ts';
import { toDimension, toValuedDimension } from '../catalogue/definition/dimension-view.ts';
import { GoalTypeEntity } from '../catalogue/goal-types/goal-type.entity.ts';
import { goalTypes } from '../catalogue/goal-types/index.ts';
import { readSessionsByKey, sessions } from '../catalogue/sessions/index.ts';
import { tools } from '../catalogue/tools/index.ts';
import { ToolEntity } from '../catalogue/tools/tool.entity.ts';
import { events } from '../records/events/index.ts';
import { goals } from '../records/goals/index.ts';
import { outcomes } from '../records/outcomes/index.ts';
import { revenues } from '../records/revenues/index.ts';
import { getMany, getManyDimensions, getManyRecords } from './get-many.ts';
import { recordsOfEach } from './records-of-each.ts';
import { sessionsOfEach } from './sessions-of-each.ts';
import { timelineOfEach } from './timeline-of-each.ts';

export type { TimelineRecord } from './timeline-of-each.ts';

/**
 * Queries that answer for many at once what `list` and `get` answer for one, for surfaces that gather what a request asks
 * for along relations. They need the same scopes; no surface mounts them by themselves.
 */
export const relations = {
  ofEach: {
    revenues: recordsOfEach(revenues),
    outcomes: recordsOfEach(outcomes),
    goals: recordsOfEach(goals),
    events: recordsOfEach(events),
    sessions: sessionsOfEach,
    timeline: timelineOfEach,
  },
  many: {
    agents: getManyDimensions(agents.get, AgentEntity, { by: 'key', toWire: toDimension }),
    customers: getManyDimensions(customers.get, CustomerEntity, { by: 'key', toWire: toDimension }),
    goalTypes: getManyDimensions(goalTypes.get, GoalTypeEntity, { by: 'key', toWire: toValuedDimension }),
    tools: getManyDimensions(tools.get, ToolEntity, { by: 'key', toWire: toValuedDimension }),
    toolsById: getManyDimensions(tools.get, ToolEntity, { by: 'id', toWire: toValuedDimension }),
    sessions: getMany(sessions.get, readSessionsByKey),
    goals: getManyRecords(goals.get, goals.record),
    events: getManyRecords(events.get, events.record),
  },
};
