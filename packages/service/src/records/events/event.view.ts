import { escaped, quoted } from '../../base/json-text.ts';
import type { RecordRow } from '../../kinds/record-kind.ts';

/** Row to wire: the only mapper of events. Counts and metadata are JSON as they are stored. */
export function renderEvent({ id, createdAt, values, dimensions }: RecordRow): string {
  const [type, name, cost, inputTokens, outputTokens, model, provider, occurredAt, metadata] = values;
  const [agent, session, customer, tool] = dimensions;
  return `{"id":"${id}","type":${escaped(type)},"name":${escaped(name)},"agentKey":${escaped(agent?.key)},"sessionKey":${escaped(session?.key)},"customerKey":${escaped(customer?.key)},"toolKey":${escaped(tool?.key)},"cost":${quoted(cost)},"inputTokens":${inputTokens ?? 'null'},"outputTokens":${outputTokens ?? 'null'},"model":${escaped(model)},"provider":${escaped(provider)},"occurredAt":"${occurredAt}","metadata":${metadata ?? 'null'},"createdAt":"${createdAt}"}`;
}
