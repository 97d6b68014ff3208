import { defineDimension } from '../kernel/dimensions/define-dimension.ts';
import { dimensionEntity } from '../kernel/dimensions/dimension-store.ts';
import { toDimension } from '../kernel/dimensions/dimension-view.ts';
import { AgentEntity } from './agent.entity.ts';
import { Agent, CreateAgentInput, UpdateAgentInput } from './agent.schema.ts';

export type { Agent } from './agent.schema.ts';

export const agents = defineDimension({
  group: 'agents',
  noun: 'an agent',
  table: 'agents',
  entity: dimensionEntity(AgentEntity),
  read: 'agents:read',
  write: 'agents:write',
  createInput: CreateAgentInput,
  updateInput: UpdateAgentInput,
  output: Agent,
  toWire: toDimension,
});
