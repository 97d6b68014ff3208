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
import type { AnyRecordKind } from '../records/definition/define-record-kind.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { getMany, getManyDimensions, getManyRecords } from './get-many.ts';
import { recordsOfEach } from './records-of-each.ts';
import { sessionsOfEach } from './sessions-of-each.ts';
import { timelineOfEach } from './timeline-of-each.ts';

type OfEach<Kind extends AnyRecordKind> = {
  [One in Kind as One['name']]: ReturnType<typeof recordsOfEach<One['name'], One['output']>>;
};
type ManyRecords<Kind extends AnyRecordKind> = {
  [One in Kind as One['name']]: ReturnType<typeof getManyRecords<One['name'], One['output']>>;
};

/**
 * Queries that answer for many at once what `list` and `get` answer for one, for surfaces that gather what a request asks
 * for along relations. They need the same scopes. tRPC also mounts the look-ups by key.
 */
function relationsOf<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  type Kind = Kinds[number];
  const ofEach = Object.fromEntries(kinds.map(({ name, operations }) => [name, recordsOfEach(operations)]));
  const many = Object.fromEntries(
    kinds.map(({ name, operations }) => [name, getManyRecords(operations.get, operations.record)]),
  );
  return {
    ofEach: {
      // Object.fromEntries forgets which name has which operation.
      ...(ofEach as OfEach<Kind>),
      sessions: sessionsOfEach,
      timeline: timelineOfEach(kinds),
    },
    many: {
      ...(many as ManyRecords<Kind>),
      agents: getManyDimensions(agents.get, AgentEntity, { by: 'key', toWire: toDimension }),
      customers: getManyDimensions(customers.get, CustomerEntity, { by: 'key', toWire: toDimension }),
      goalTypes: getManyDimensions(goalTypes.get, GoalTypeEntity, { by: 'key', toWire: toValuedDimension }),
      tools: getManyDimensions(tools.get, ToolEntity, { by: 'key', toWire: toValuedDimension }),
      toolsById: getManyDimensions(tools.get, ToolEntity, { by: 'id', toWire: toValuedDimension }),
      sessions: getMany(sessions.get, readSessionsByKey),
    },
  };
}

export const relations = relationsOf(recordKinds);
