import { agent, customer, session, tool } from '../../kinds/dimensions.ts';
import { refTo } from '../../kinds/member-ref.ts';
import type { LedgerKind, LedgerRecord } from '../../kinds/record-kind.ts';
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
  dimensions: [agent, session, customer, { ...tool, isKeyHidden: true }],
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
