import { escaped, quoted } from '../../base/json-text.ts';
import type { RecordRow } from '../../kinds/record-kind.ts';

/** Row to wire: the only mapper of outcomes. */
export function renderOutcome({ id, createdAt, values, dimensions }: RecordRow): string {
  const [goalId, value, generatedAt] = values;
  const [agent, session, customer, tool] = dimensions;
  return `{"id":"${id}","agentKey":${escaped(agent?.key)},"sessionKey":${escaped(session?.key)},"customerKey":${escaped(customer?.key)},"goalId":${quoted(goalId)},"toolId":${quoted(tool?.id)},"value":"${value}","generatedAt":"${generatedAt}","createdAt":"${createdAt}"}`;
}
