import { agent, customer, session, tool } from '../../kinds/dimensions.ts';
import { refTo } from '../../kinds/member-ref.ts';
import type { LedgerKind, LedgerRecord } from '../../kinds/record-kind.ts';
import type { RecordEventInput } from './event.schema.ts';
import { renderEvent } from './event.view.ts';

/**
 * How events are kept; one whose tool has a value generates a valuable outcome. The order of columns and dimensions is
 * that of {@link toEventRecord} and the view.
 */
export const eventLedger: LedgerKind = {
  table: 'events',
  columns: [
    { name: 'type', type: 'text' },
    { name: 'name', type: 'text' },
    { name: 'cost', type: 'numeric' },
    { name: 'input_tokens', type: 'bigint' },
    { name: 'output_tokens', type: 'bigint' },
    { name: 'model', type: 'text' },
    { name: 'provider', type: 'text' },
    { name: 'occurred_at', type: 'timestamptz' },
    { name: 'metadata', type: 'json' },
  ],
  dimensions: [agent, session, customer, tool],
  time: { column: 'occurred_at', field: 'occurredAt' },
  filters: { type: 'type' },
  generates: {
    table: 'tools',
    column: 'tool_id',
    columns: { tool_id: 'r.tool_id', generated_at: 'r.occurred_at' },
  },
  render: renderEvent,
};

export function toEventRecord(input: RecordEventInput): LedgerRecord {
  return {
    values: [
      input.type,
      input.name ?? null,
      input.cost ?? null,
      input.inputTokens?.toString() ?? null,
      input.outputTokens?.toString() ?? null,
      input.model ?? null,
      input.provider ?? null,
      input.occurredAt ?? new Date().toISOString(),
      input.metadata ? JSON.stringify(input.metadata) : null,
    ],
    dimensions: [
      refTo(input.agentKey),
      refTo(input.sessionKey),
      refTo(input.customerKey),
      refTo(input.toolKey),
    ],
  };
}
