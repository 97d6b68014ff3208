import { refTo } from '../kernel/ledger/dimension-ref.ts';
import type { LedgerKind, LedgerRecord } from '../kernel/ledger/ledger-kind.ts';
import type { RecordOutcomeInput } from './outcome.schema.ts';
import { renderOutcome } from './outcome.view.ts';

/** How outcomes are kept. The order of columns and dimensions is that of {@link toOutcomeRecord} and the view. */
export const outcomeLedger: LedgerKind = {
  table: 'outcomes',
  columns: [
    { name: 'goal_id', type: 'uuid' },
    { name: 'value', type: 'numeric' },
    { name: 'generated_at', type: 'timestamptz' },
  ],
  dimensions: [
    { name: 'agent', field: 'agent', table: 'agents', column: 'agent_id' },
    { name: 'session', field: 'session', table: 'sessions', column: 'session_id' },
    { name: 'customer', field: 'customer', table: 'customers', column: 'customer_id' },
    { name: 'tool', field: 'tool', table: 'tools', column: 'tool_id', isKeyHidden: true },
  ],
  time: { column: 'generated_at', field: 'generatedAt' },
  filters: { goalId: 'goal_id' },
  render: renderOutcome,
};

export function toOutcomeRecord(input: RecordOutcomeInput): LedgerRecord {
  const { goalId } = input;
  return {
    values: [goalId ?? null, input.value, input.generatedAt ?? new Date().toISOString()],
    dimensions: [
      refTo(input.agentKey),
      refTo(input.sessionKey),
      refTo(input.customerKey),
      refTo(input.toolKey, input.toolId, 'toolId'),
    ],
    references: goalId ? [{ table: 'goals', id: goalId, field: 'goalId' }] : [],
  };
}
