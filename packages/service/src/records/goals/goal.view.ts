import { escaped } from '../../base/json-text.ts';
import type { RecordRow } from '../../kinds/record-kind.ts';

/** Row to wire: the only mapper of goals. Metadata is kept as JSON text and passed through. */
export function renderGoal({ id, createdAt, values, dimensions }: RecordRow): string {
  const [metadata, achievedAt] = values;
  const [goalType, agent, session, customer] = dimensions;
  return `{"id":"${id}","goalKey":${escaped(goalType?.key)},"agentKey":${escaped(agent?.key)},"sessionKey":${escaped(session?.key)},"customerKey":${escaped(customer?.key)},"metadata":${metadata ?? 'null'},"achievedAt":"${achievedAt}","createdAt":"${createdAt}"}`;
}
