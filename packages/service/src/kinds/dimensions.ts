import type { LedgerDimension } from './record-kind.ts';

// The dimensions that records of several kinds have, the same in each.
export const agent: LedgerDimension = { name: 'agent', field: 'agent', table: 'agents', column: 'agent_id' };
export const customer: LedgerDimension = {
  name: 'customer',
  field: 'customer',
  table: 'customers',
  column: 'customer_id',
};
export const session: LedgerDimension = {
  name: 'session',
  field: 'session',
  table: 'sessions',
  column: 'session_id',
};
export const tool: LedgerDimension = { name: 'tool', field: 'tool', table: 'tools', column: 'tool_id' };
