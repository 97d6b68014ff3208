import type { RecordDimension, RecordKind } from './record-kind.ts';

const described = ['name', 'description', 'metadata'] as const;
const valued = [...described, 'value'] as const;

export const agent = {
  name: 'agent',
  field: 'agent',
  table: 'agents',
  column: 'agent_id',
  described,
} as const;
export const customer = {
  name: 'customer',
  field: 'customer',
  table: 'customers',
  column: 'customer_id',
  described,
} as const;
export const session = {
  name: 'session',
  field: 'session',
  table: 'sessions',
  column: 'session_id',
  remembers: [agent, customer],
} as const;
export const tool = {
  name: 'tool',
  field: 'tool',
  table: 'tools',
  column: 'tool_id',
  described: valued,
} as const;
export const goalType = {
  name: 'goal_type',
  field: 'goal',
  table: 'goal_types',
  column: 'goal_type_id',
  described: valued,
} as const;

export function columnOfDimension({ dimensions }: RecordKind, table: string): string | undefined {
  return dimensions.find((dimension) => dimension.table === table)?.column;
}

export function rememberedBy({ remembers = [] }: RecordDimension, { dimensions }: RecordKind) {
  return dimensions.filter(({ table }) => remembers.some((owner) => owner.table === table));
}

/** One lock order prevents deadlocks: dimensions that remember others come last. */
export function inLockingOrder(dimensions: readonly RecordDimension[]): RecordDimension[] {
  const level = ({ remembers = [] }: RecordDimension) => (remembers.length > 0 ? 1 : 0);
  return dimensions.toSorted((a, b) => level(a) - level(b) || (a.table < b.table ? -1 : 1));
}
