import type { Database } from '@outturn/service';

/**
 * The rollups as they should be, computed from the records by SQL that shares nothing with the product's. Tests
 * compare both: every row of the rollups, and the sums of local days and weeks in every time zone, which the product
 * puts together from quarters of an hour and UTC days.
 */
const kinds = [
  {
    fact: '(case when refund_of is null then 1 else 5 end)',
    table: 'revenues',
    amount: 'amount',
    time: 'recorded_at',
  },
  { fact: 2, table: 'outcomes', amount: 'value', time: 'generated_at' },
  { fact: 3, table: 'goals', amount: '0', time: 'achieved_at' },
  { fact: 4, table: 'events', amount: 'coalesce(cost, 0)', time: 'occurred_at' },
];

/** All facts of developer `$1` in one shape. */
const facts = kinds
  .map(
    ({ fact, table, amount, time }) =>
      `select ${fact} as fact, ${amount} as amount, ${time} as time, agent_id, customer_id, 1 as sign
       from ${table} where developer_id = $1`,
  )
  .join(' union all ');

const floorTo = (time: string, seconds: number) =>
  `to_timestamp(floor(extract(epoch from ${time}) / ${seconds}) * ${seconds})`;
const ceilTo = (time: string, seconds: number) =>
  `to_timestamp(ceil(extract(epoch from ${time}) / ${seconds}) * ${seconds})`;
const nobody = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** The notes of developer `$1` that are not folded into the table yet, in the same shape. */
const noted = `select d.fact, d.sign * f.amount as amount, f.time, f.agent_id, f.customer_id, d.sign from rollup_deltas d
  cross join unnest(d.amounts, d.times, d.agent_ids, d.customer_ids) f(amount, time, agent_id, customer_id)
  where developer_id = $1`;

/** The rollups of these facts. */
function rolledUp(source: string): string {
  const rows = (cut: number, grain: number, key: string) =>
    `select ${cut} as cut, fact, ${grain} as grain, ${floorTo('time', grain * 60)} as bucket,
       coalesce(${key}, ${nobody}) as key, sum(amount) as total, sum(sign)::bigint as count
     from ${source} group by 1, 2, 3, 4, 5`;
  return `${rows(0, 15, 'null::uuid')} union all ${rows(0, 1440, 'null::uuid')} union all ${rows(1, 15, 'agent_id')} union all ${rows(1, 1440, 'agent_id')} union all ${rows(2, 1440, 'customer_id')}`;
}

/** Common table expressions; `current` has the rollups that the product reads: the table's, and the notes. */
export const current = `noted as (${noted}), current as (
  select cut, fact, grain, bucket, key, sum(total) as total, sum(count)::bigint as count
  from (select cut, fact, grain, bucket, key, total, count from rollups where developer_id = $1
    union all ${rolledUp('noted')}) both_parts
  group by cut, fact, grain, bucket, key)`;

/** Rows of the rollups that are missing, surplus, or wrong. */
export async function wrongRollups({ pool }: Database, developerId: string): Promise<unknown[]> {
  const { rows: wrong } = await pool.query(
    `with facts as (${facts}), expected as (${rolledUp('facts')}), ${current}
     select cut, fact, grain, bucket, key, e.total as expected, a.total as actual, e.count, a.count as actual_count
     from expected e full join current a using (cut, fact, grain, bucket, key)
     where (e.total is distinct from a.total or e.count is distinct from a.count)
       -- What was voided leaves empty rows behind until a rebuild.
       and (e.count is not null or a.count <> 0 or a.total <> 0)`,
    [developerId],
  );
  return wrong;
}

/** The starts and ends of local days, or weeks, around every fact in each of the zones. */
const spans = (days: number) =>
  `select zone, day, day::timestamp at time zone zone as first,
     (day + ${days})::timestamp at time zone zone as last
   from (select distinct zone, (time at time zone zone)::date + ahead as day
     from facts, unnest($2::text[]) zone, generate_series(-${days}, 1) ahead) local_days`;

/**
 * Whether a fact lies in a quarter of an hour that the edge of its span cuts in two. The rollups cannot tell on which
 * side it is; the product reads such quarters from the records, so they are left out here.
 */
const cutQuarters = `time < least(last, ${ceilTo('first', 900)}) or time >= greatest(first, ${floorTo('last', 900)})`;

/**
 * Sums every span twice, from the facts and from the rollups, and returns the spans that differ. `rolled` is the
 * condition for the rows of the rollups that make up a span.
 */
function compareSpans(days: number, rolled: string): string {
  return `with facts as (${facts}), ${current}, spans as (${spans(days)}),
    sides as (
      select zone, day, fact, amount as total, 1 as count from spans join facts on time >= first and time < last
      union all
      select zone, day, fact, -amount, -1 from spans join facts on time >= first and time < last
        where ${cutQuarters}
      union all
      select zone, day, fact, -total, -count from spans join current on cut = 1 and (${rolled}))
    select zone, day, fact, sum(total) as difference, sum(count) as count from sides
    group by zone, day, fact having sum(total) <> 0 or sum(count) <> 0`;
}

/** The whole quarters of an hour between two instants. */
const quarters = (from: string, to: string) =>
  `(grain = 15 and bucket >= ${ceilTo(from, 900)} and bucket + interval '15 minutes' <= ${to})`;

/** Local days whose sum over quarters of an hour differs from that of their facts. */
export async function wrongDays(
  { pool }: Database,
  developerId: string,
  zones: string[],
): Promise<unknown[]> {
  return (await pool.query(compareSpans(1, quarters('first', 'last')), [developerId, zones])).rows;
}

/** The same for local weeks, composed of whole UTC days and of quarters of an hour at both edges. */
export async function wrongWeeks(
  { pool }: Database,
  developerId: string,
  zones: string[],
): Promise<unknown[]> {
  const [firstDay, lastDay] = [ceilTo('first', 86_400), floorTo('last', 86_400)];
  const inner = `(grain = 1440 and bucket >= ${firstDay} and bucket < ${lastDay})`;
  const edges = `${quarters('first', firstDay)} or ${quarters(lastDay, 'last')}`;
  return (await pool.query(compareSpans(7, `${inner} or ${edges}`), [developerId, zones])).rows;
}
