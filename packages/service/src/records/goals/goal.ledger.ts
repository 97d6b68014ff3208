import { agent, customer, session } from '../../kinds/dimensions.ts';
import { refTo } from '../../kinds/member-ref.ts';
import type { LedgerKind, LedgerRecord } from '../../kinds/record-kind.ts';
import type { RecordGoalInput } from './goal.schema.ts';
import { renderGoal } from './goal.view.ts';

/**
 * How goals are kept; one whose type has a value generates a valuable outcome. The order of columns and dimensions is
 * that of {@link toGoalRecord} and the view.
 */
export const goalLedger: LedgerKind = {
  table: 'goals',
  columns: [
    { name: 'metadata', type: 'json' },
    { name: 'achieved_at', type: 'timestamptz' },
  ],
  dimensions: [
    { name: 'goal_type', field: 'goal', table: 'goal_types', column: 'goal_type_id' },
    agent,
    session,
    customer,
  ],
  time: { column: 'achieved_at', field: 'achievedAt' },
  filters: {},
  generates: {
    table: 'goal_types',
    column: 'goal_type_id',
    columns: { goal_id: 'r.id', generated_at: 'r.achieved_at' },
  },
  render: renderGoal,
};

export function toGoalRecord(input: RecordGoalInput): LedgerRecord {
  return {
    values: [
      input.metadata ? JSON.stringify(input.metadata) : null,
      input.achievedAt ?? new Date().toISOString(),
    ],
    dimensions: [
      refTo(input.goalKey),
      refTo(input.agentKey),
      refTo(input.sessionKey),
      refTo(input.customerKey),
    ],
  };
}
