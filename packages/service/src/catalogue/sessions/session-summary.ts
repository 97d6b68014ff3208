import { z } from 'zod';
import { toIsoInstant } from '../../base/instants.ts';
import { HIDDEN_TENANT } from '../../database/lookup-sql.ts';
import type { QueryContext } from '../../operations/define.ts';
import { DecimalOut } from '../../schema/decimal.ts';
import { InstantOut } from '../../schema/instant.ts';
import { scalars, typeNames } from '../../schema/scalars-and-samples.ts';

const count = (description: string) => z.int().meta({ description }).register(scalars, { scalar: 'Count' });
const usd = (description: string) => DecimalOut.meta({ description });

export const SessionSummary = z
  .object({
    startedAt: InstantOut.nullable().meta({
      description:
        'Time of its first event, goal or outcome; of its first revenue if it has nothing else. Null without records.',
    }),
    endedAt: InstantOut.nullable().meta({
      description:
        'Time of its last event, goal or outcome, by `durationMs` the end of an event. Revenues and refunds may come a month later, and count only if it has nothing else.',
    }),
    revenue: usd('Sum of its revenues less its refunds, in USD.'),
    value: usd('Sum of its outcomes, in USD.'),
    cost: usd('Sum of the costs of its events, in USD.'),
    goals: count('Number of its goals.'),
    events: count('Number of its events.'),
    inputTokens: count('Sum of the input tokens of its events.'),
    outputTokens: count('Sum of the output tokens of its events.'),
    errors: count('Number of its events that failed.'),
    unpricedEvents: count('Number of its events whose model has no price.'),
  })
  .meta({ description: 'Sums of the records of a session.' })
  .register(typeNames, { name: 'SessionSummary' });

export type SessionSummary = z.output<typeof SessionSummary>;

/** One pass over the records of each kind and session, by the index of sessions. */
const of = (table: string, columns: string) =>
  `left join lateral (select ${columns} from ${table} t where t.developer_id = ${HIDDEN_TENANT} and t.session_id = s.id) ${table} on true`;
const sum = (column: string) => `trim_scale(coalesce(sum(${column}), 0))`;

const READ = `select s.id,
    coalesce(least(outcomes.first, goals.first, events.first), revenues.first),
    coalesce(greatest(outcomes.last, goals.last, events.last), revenues.last),
    revenues.amount, outcomes.value, events.cost, goals.count, events.count, events.input, events.output, events.errors, events.unpriced
  from unnest($2::uuid[]) s(id)
  ${of('revenues', `${sum('amount')} as amount, min(recorded_at) as first, max(recorded_at) as last`)}
  ${of('outcomes', `${sum('value')} as value, min(generated_at) as first, max(generated_at) as last`)}
  ${of('goals', 'count(*) as count, min(achieved_at) as first, max(achieved_at) as last')}
  ${of(
    'events',
    `${sum('cost')} as cost, count(*) as count, coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output,
     count(*) filter (where is_error) as errors, count(*) filter (where cost_source = 'unpriced') as unpriced,
     min(occurred_at) as first, max(occurred_at + coalesce(duration_ms, 0) * interval '1 millisecond') as last`,
  )}`;

/** By id of the session. */
export async function readSummaries(
  { database, principal }: QueryContext,
  ids: readonly string[],
): Promise<Map<string, SessionSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await database.read('session_summaries', READ, [principal.developerId, ids]);
  return new Map(rows.map((row) => [row[0] as string, toSummary(row)]));
}

/** No sum and no count is null. */
function toSummary([, startedAt, endedAt, ...sums]: readonly (string | null)[]): SessionSummary {
  const [revenue = '', value = '', cost = '', ...counts] = sums as string[];
  const [goals = 0, events = 0, inputTokens = 0, outputTokens = 0, errors = 0, unpricedEvents = 0] =
    counts.map(Number);
  return {
    startedAt: startedAt == null ? null : toIsoInstant(startedAt),
    endedAt: endedAt == null ? null : toIsoInstant(endedAt),
    ...{ revenue, value, cost, goals, events, inputTokens, outputTokens, errors, unpricedEvents },
  };
}
