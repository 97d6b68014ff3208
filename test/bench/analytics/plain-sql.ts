/**
 * The questions as hand-written SQL over the records: each kind is summed separately, so that PostgreSQL works in
 * parallel,
 * then joined. The session sets the time zone, which is faster. Names, shares and empty buckets are left out.
 */
const kinds = [
  { table: 'revenues', time: 'recorded_at', sums: { revenue: 'sum(amount)', revenue_count: 'count(*)' } },
  { table: 'events', time: 'occurred_at', sums: { cost: 'sum(cost)' } },
  { table: 'outcomes', time: 'generated_at', sums: { value: 'sum(value)' } },
  { table: 'goals', time: 'achieved_at', sums: { goals: 'count(*)' } },
] as const;

const names = ['revenue', 'revenue_count', 'cost', 'value', 'goals'] as const;
const measures = [...names.map((name) => `sum(${name}) as ${name}`), 'sum(revenue) - sum(cost) as margin'];

/**
 * Extended statistics on the number of days and months, without which PostgreSQL expects too many groups for a parallel
 * plan.
 */
export const statistics = kinds.flatMap(({ table, time }) =>
  ['day', 'month'].map(
    (step) => `create statistics on (date_trunc('${step}', ${time})), agent_id from ${table}`,
  ),
);

/** SQL of a key of a record, whose time is `time`. */
type Key = (time: string) => string;

const agent: Key = () => 'agent_id';
const customer: Key = () => 'customer_id';
const bucket =
  (step: string): Key =>
  (time) =>
    `date_trunc('${step}', ${time})`;

/** Rows of the measures by keys `k0`, `k1`, … */
function sumsSql(...keys: Key[]): string {
  const columns = keys.map((_, i) => `k${i}`);
  const ofKinds = kinds.map(({ table, time, sums }) => {
    const own: Partial<Record<(typeof names)[number], string>> = sums;
    const selected = [
      ...names.map((name) => `${own[name] ?? 0} as ${name}`),
      ...keys.map((key, i) => `${key(time)} as k${i}`),
    ];
    return `select ${selected.join(', ')} from ${table} where ${inWindow(time)}${groupedBy(columns)}`;
  });
  return `select ${[...measures, ...columns].join(', ')} from (${ofKinds.join(' union all ')}) s${groupedBy(columns)}`;
}

export const inWindow = (time: string) =>
  `developer_id = $1 and ${time} >= $2::timestamptz and ${time} < $3::timestamptz`;

const groupedBy = (columns: readonly string[]) =>
  columns.length > 0 ? ` group by ${columns.join(', ')}` : '';

export const plainSql = {
  totals: sumsSql(),
  byDay: sumsSql(bucket('day')),
  byAgentAndMonth: sumsSql(agent, bucket('month')),
  /** The ten best customers by week, and all others together. */
  topCustomersByWeek: `
    with top as materialized (
      select customer_id from revenues where ${inWindow('recorded_at')} group by 1 order by sum(amount) desc limit 10)
    ${sumsSql(() => 'case when customer_id in (select customer_id from top) then customer_id end', bucket('week'))}`,
  /** The twenty best customers of each agent, and its others together. */
  byAgentAndCustomer: `
    with s as (${sumsSql(agent, customer)}),
      ranked as (select *, row_number() over (partition by k0 order by revenue desc nulls last) as n from s)
    select ${measures.join(', ')}, k0, case when n <= 20 then k1 end from ranked group by k0, case when n <= 20 then k1 end`,
};
