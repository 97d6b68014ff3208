import type { Client } from 'pg';
import { modelPrice } from './vocabulary.ts';

const owners = `
  left join agents a on a.developer_id = r.developer_id and a.id = r.agent_id
  left join customers c on c.developer_id = r.developer_id and c.id = r.customer_id
  left join sessions s on s.developer_id = r.developer_id and s.id = r.session_id`;
const goal = `
  left join goals g on g.developer_id = r.developer_id and g.id = r.goal_id
  left join goal_types gt on gt.developer_id = g.developer_id and gt.id = g.goal_type_id`;

/** The columns of each kind; a column that is absent here is null. */
const kinds = {
  revenues: {
    time: 'r.recorded_at',
    amount: 'r.amount',
    goalType: 'gt.key',
    tool: 't.key',
    source: 'r.source',
    isRefund: 'r.refund_of is not null',
    metadata: 'r.metadata',
    joins: `${goal}
      left join events e on e.developer_id = r.developer_id and e.id = r.event_id
      left join tools t on t.developer_id = e.developer_id and t.id = e.tool_id`,
  },
  outcomes: {
    time: 'r.generated_at',
    amount: 'r.value',
    goalType: 'gt.key',
    tool: 't.key',
    metadata: 'r.metadata',
    joins: `${goal} left join tools t on t.developer_id = r.developer_id and t.id = r.tool_id`,
  },
  goals: {
    time: 'r.achieved_at',
    goalType: 'gt.key',
    metadata: 'r.metadata',
    joins: 'left join goal_types gt on gt.developer_id = r.developer_id and gt.id = r.goal_type_id',
  },
  events: {
    time: 'r.occurred_at',
    amount: 'r.cost',
    tool: 't.key',
    eventType: 'r.type',
    model: 'r.model',
    provider: 'r.provider',
    metadata: 'r.metadata',
    inputTokens: 'r.input_tokens',
    outputTokens: 'r.output_tokens',
    cacheReadTokens: 'r.cache_read_tokens',
    cacheWriteTokens: 'r.cache_write_tokens',
    cacheWrite1hTokens: 'r.cache_write1h_tokens',
    reasoningTokens: 'r.reasoning_tokens',
    isError: 'r.is_error',
    duration: 'r.duration_ms',
    joins: 'left join tools t on t.developer_id = r.developer_id and t.id = r.tool_id',
  },
};

type Kind = { [Column in keyof (typeof kinds)['revenues'] | keyof (typeof kinds)['events']]?: string };

const tokenNames = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
  'reasoningTokens',
] as const;

/** SQL: whether an event has tokens, and whether a price could apply to it. */
export const hasTokens = '("inputTokens" is not null or "outputTokens" is not null)';
export const isModelCall = `(${hasTokens} and model <> '')`;

/** The rounding of half a billionth to the even one. */
const halfEven = `
  create or replace function pg_temp.half_even(nano numeric) returns numeric language sql as $$
    select case when nano - floor(nano) = 0.5 then 2 * round(nano / 2) else round(nano) end
  $$`;

/** SQL of the cost in USD of a call of the model that has a price, from its tokens alone. */
function costSql(): string {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning, tiers } = modelPrice;
  const [{ above, ...tier }] = tiers;
  const count = (name: (typeof tokenNames)[number]) => `coalesce("${name}", 0)`;
  const price = (base: string, long: string) =>
    `(case when ${count('inputTokens')} > ${above} then ${long} else ${base} end)`;
  const parts = [
    `(${count('inputTokens')} - ${count('cacheReadTokens')} - ${count('cacheWriteTokens')}) * ${price(input, tier.input)}`,
    `${count('cacheReadTokens')} * ${price(cacheRead, tier.cacheRead)}`,
    `(${count('cacheWriteTokens')} - ${count('cacheWrite1hTokens')}) * ${price(cacheWrite, tier.input)}`,
    `${count('cacheWrite1hTokens')} * ${price(cacheWrite1h, tier.input)}`,
    `(${count('outputTokens')} - ${count('reasoningTokens')}) * ${price(output, tier.output)}`,
    `${count('reasoningTokens')} * ${price(reasoning, tier.output)}`,
  ];
  // USD per million tokens are thousands of billionths per token.
  return `round(pg_temp.half_even(1000 * (${parts.join(' + ')})) / 1e9, 9)`;
}

function selectKind([table, kind]: [string, Kind]): string {
  const text = (column: keyof Kind) => `${kind[column] ?? 'null'}::text as "${column}"`;
  return `select '${table}' as kind, ${kind.time} as time, ${kind.amount ?? 'null'}::numeric as amount,
      a.key as agent, c.key as customer, s.key as session,
      ${text('goalType')}, ${text('tool')}, ${text('source')}, ${text('eventType')}, ${text('model')}, ${text('provider')},
      ${tokenNames.map((name) => `${kind[name] ?? 'null'}::numeric as "${name}"`).join(', ')},
      ${kind.duration ?? 'null'}::numeric as duration, ${kind.isError ?? 'false'} as "isError",
      ${kind.isRefund ?? 'false'} as "isRefund", ${kind.metadata ?? 'null'}::json as metadata, a.metadata as "agentMetadata", c.metadata as "customerMetadata"
    from ${table} r ${owners} ${kind.joins} where r.developer_id = $1`;
}

/**
 * The first instant at which the local date of a zone is a day or later. Where clocks skip midnight that is the change;
 * where they repeat it, the first occurrence.
 */
const dayStart = `
  create or replace function pg_temp.day_start(day timestamp, zone text) returns timestamptz language sql as $$
    select min(at) from (
      select distinct (day - ((probe at time zone zone) - (probe at time zone 'UTC'))) at time zone 'UTC' as at
      from unnest(array[-36, -12, 12, 36]) hours, lateral (select day at time zone 'UTC' + make_interval(hours => hours)) p(probe)
    ) candidates where (at at time zone zone) >= day
  $$`;

/** Copies the records of one developer into a temporary table `facts` of texts. */
export async function layOutFacts(client: Client, developerId: string): Promise<void> {
  await client.query(dayStart);
  await client.query('drop table if exists pg_temp.facts');
  await client.query(`create or replace temp view tenant as select '${developerId}'::uuid as developer_id`);
  const all = Object.entries(kinds).map(selectKind).join(' union all ');
  await client.query(halfEven);
  const cost = `case when ${isModelCall} and model = '${modelPrice.model}' then ${costSql()} end`;
  await client.query(
    `create temp table facts as
     select *, ${cost} as "computedCost" from (${all.replaceAll('$1', `'${developerId}'`)}) records`,
  );
}
