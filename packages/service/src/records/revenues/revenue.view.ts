import { escaped, quoted } from '../../base/json-text.ts';
import type { RecordRow } from '../../kinds/record-kind.ts';

/** Of a revenue without a key of its own, from its id. */
const GENERATED = 'rev_';
const generated = new RegExp(`^${GENERATED}([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`);

/** The id that a key was generated from; undefined for every other key. */
export function idOfGeneratedKey(key: string): string | undefined {
  return generated.exec(key)?.[1];
}

/** Row to wire: the only mapper of revenues. Ids, amounts and instants need no escaping. */
export function renderRevenue({ id, createdAt, values, dimensions }: RecordRow): string {
  const [key, amount, source, goalId, eventId, description, recordedAt] = values;
  const [agent, customer] = dimensions;
  return `{"id":"${id}","key":${key ? JSON.stringify(key) : `"${GENERATED}${id}"`},"amount":"${amount}","source":${JSON.stringify(source)},"agentId":${quoted(agent?.id)},"agentKey":${escaped(agent?.key)},"customerId":${quoted(customer?.id)},"customerKey":${escaped(customer?.key)},"goalId":${quoted(goalId)},"eventId":${quoted(eventId)},"description":${escaped(description)},"recordedAt":"${recordedAt}","createdAt":"${createdAt}","updatedAt":"${createdAt}"}`;
}
