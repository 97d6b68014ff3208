import { defineDimension } from '../definition/define-dimension.ts';
import { dimensionEntity } from '../definition/dimension-commands.ts';
import { toDimension } from '../definition/dimension-view.ts';
import { AgentEntity } from './agent.entity.ts';
import { Agent, CreateAgentInput, UpdateAgentInput } from './agent.schema.ts';

export type { Agent } from './agent.schema.ts';

export const agents = defineDimension({
  group: 'agents',
  noun: 'an agent',
  entity: dimensionEntity(AgentEntity),
  read: 'agents:read',
  write: 'agents:write',
  createInput: CreateAgentInput,
  updateInput: UpdateAgentInput,
  output: Agent,
  toWire: toDimension,
});
