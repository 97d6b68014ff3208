import { defineDimension } from '../definition/define-dimension.ts';
import { dimensionEntity } from '../definition/dimension-commands.ts';
import { toValuedDimension } from '../definition/dimension-view.ts';
import { ToolEntity } from './tool.entity.ts';
import { CreateToolInput, Tool, UpdateToolInput } from './tool.schema.ts';

export type { Tool } from './tool.schema.ts';

export const tools = defineDimension({
  group: 'tools',
  noun: 'a tool',
  entity: dimensionEntity(ToolEntity),
  read: 'tools:read',
  write: 'tools:write',
  createInput: CreateToolInput,
  updateInput: UpdateToolInput,
  output: Tool,
  toWire: toValuedDimension,
});
