import { escaped, quoted } from '../kernel/json-text.ts';
import type { RecordRow } from '../kernel/ledger/ledger-kind.ts';

/** Row to wire: the only mapper of revenues. Ids, amounts and instants need no escaping. */
export function renderRevenue({ id, createdAt, values, dimensions }: RecordRow): string {
  const [key, amount, source, goalId, eventId, description, recordedAt] = values;
  const [agent, customer] = dimensions;
  return `{"id":"${id}","key":${key ? JSON.stringify(key) : `"rev_${id}"`},"amount":"${amount}","source":${JSON.stringify(source)},"agentId":${quoted(agent?.id)},"agentKey":${escaped(agent?.key)},"customerId":${quoted(customer?.id)},"customerKey":${escaped(customer?.key)},"goalId":${quoted(goalId)},"eventId":${quoted(eventId)},"description":${escaped(description)},"recordedAt":"${recordedAt}","createdAt":"${createdAt}","updatedAt":"${createdAt}"}`;
}
