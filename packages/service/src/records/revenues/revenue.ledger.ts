import { agent, customer, session } from '../../kinds/dimensions.ts';
import { refTo } from '../../kinds/member-ref.ts';
import type { LedgerKind, LedgerRecord } from '../../kinds/record-kind.ts';
import type { RecordRevenueInput } from './revenue.schema.ts';
import { idOfGeneratedKey, renderRevenue } from './revenue.view.ts';

/** How revenues are kept. The order of columns and dimensions is that of {@link toRevenueRecord} and the view. */
export const revenueLedger: LedgerKind = {
  table: 'revenues',
  columns: [
    { name: 'key', type: 'text' },
    { name: 'amount', type: 'numeric' },
    { name: 'source', type: 'text' },
    { name: 'goal_id', type: 'uuid' },
    { name: 'event_id', type: 'uuid' },
    { name: 'description', type: 'text' },
    { name: 'recorded_at', type: 'timestamptz' },
  ],
  dimensions: [agent, customer, { ...session, isKeyHidden: true }],
  time: { column: 'recorded_at', field: 'recordedAt' },
  filters: { source: 'source', goalId: 'goal_id', key: 'key' },
  idOfGeneratedKey,
  render: renderRevenue,
};

export function toRevenueRecord(input: RecordRevenueInput): LedgerRecord {
  const { key, goalId, eventId } = input;
  return {
    values: [
      key ?? null,
      input.amount,
      input.source ?? 'Manual',
      goalId ?? null,
      eventId ?? null,
      input.description ?? null,
      input.recordedAt,
    ],
    dimensions: [
      refTo(input.agentKey, input.agentId, 'agentId'),
      refTo(input.customerKey, input.customerId, 'customerId'),
      refTo(input.sessionKey),
    ],
    naturalKey: key ?? undefined,
    references: [
      ...(goalId ? [{ table: 'goals' as const, id: goalId, field: 'goalId' }] : []),
      ...(eventId ? [{ table: 'events' as const, id: eventId, field: 'eventId' }] : []),
    ],
  };
}
