import { agents } from '../catalogue/agents/agent.dimension.ts';
import { AgentEntity } from '../catalogue/agents/agent.entity.ts';
import { customers } from '../catalogue/customers/customer.dimension.ts';
import { CustomerEntity } from '../catalogue/customers/customer.entity.ts';
import { toDimension, toValuedDimension } from '../catalogue/definition/dimension-view.ts';
import { goalTypes } from '../catalogue/goal-types/goal-type.dimension.ts';
import { GoalTypeEntity } from '../catalogue/goal-types/goal-type.entity.ts';
import { readSessionsByKey, sessions } from '../catalogue/sessions/session-operations.ts';
import { tools } from '../catalogue/tools/tool.dimension.ts';
import { ToolEntity } from '../catalogue/tools/tool.entity.ts';
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import { getMany, getManyDimensions, getManyRecords } from './get-many.ts';
import { recordsOfEach } from './records-per-owner.ts';
import { sessionsOfEach } from './sessions-per-owner.ts';

export { timelineOfEach } from './timeline-per-owner.ts';

/** Batched `list` and `get` for GraphQL's relations, under the same scopes. tRPC also mounts look-ups by key. */
export const relations = {
  sessionsOfEach,
  many: {
    agents: getManyDimensions(agents.get, AgentEntity, { by: 'key', toWire: toDimension }),
    customers: getManyDimensions(customers.get, CustomerEntity, { by: 'key', toWire: toDimension }),
    goalTypes: getManyDimensions(goalTypes.get, GoalTypeEntity, { by: 'key', toWire: toValuedDimension }),
    tools: getManyDimensions(tools.get, ToolEntity, { by: 'key', toWire: toValuedDimension }),
    toolsById: getManyDimensions(tools.get, ToolEntity, { by: 'id', toWire: toValuedDimension }),
    sessions: getMany(sessions.get, readSessionsByKey),
  },
};

export function relationsOf({ operations }: Pick<AnyRecordKind, 'operations'>) {
  return {
    ofEach: recordsOfEach(operations),
    many: getManyRecords(operations.get, operations.record),
  };
}
