import type { Client } from 'pg';

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
    joins: `${goal}
      left join events e on e.developer_id = r.developer_id and e.id = r.event_id
      left join tools t on t.developer_id = e.developer_id and t.id = e.tool_id`,
  },
  outcomes: {
    time: 'r.generated_at',
    amount: 'r.value',
    goalType: 'gt.key',
    tool: 't.key',
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
    joins: 'left join tools t on t.developer_id = r.developer_id and t.id = r.tool_id',
  },
};

type Kind = { [Column in keyof (typeof kinds)['revenues'] | keyof (typeof kinds)['events']]?: string };

function selectKind([table, kind]: [string, Kind]): string {
  const text = (column: keyof Kind) => `${kind[column] ?? 'null'}::text as "${column}"`;
  return `select '${table}' as kind, ${kind.time} as time, ${kind.amount ?? 'null'}::numeric as amount,
      a.key as agent, c.key as customer, s.key as session,
      ${text('goalType')}, ${text('tool')}, ${text('source')}, ${text('eventType')}, ${text('model')}, ${text('provider')},
      ${kind.metadata ?? 'null'}::json as metadata, a.metadata as "agentMetadata", c.metadata as "customerMetadata"
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
  await client.query(`create temp table facts as ${all.replaceAll('$1', `'${developerId}'`)}`);
}
