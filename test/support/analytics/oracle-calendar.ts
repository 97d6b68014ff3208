import type { Client } from 'pg';
import { type Question, type Step, weekdays } from './question.ts';

export type Span = { from: string; to: string };

const local = (time: string) => `((${time}) at time zone $3)`;
const seconds = (time: string) => `extract(epoch from ${time})::bigint`;

/** Instants at which the local time is a whole hour, or would be but for a change of the clocks at that instant. */
const hours = `
  select at as start from generate_series(
    date_trunc('minute', $1::timestamptz) - interval '2 hours', $2::timestamptz + interval '2 hours', interval '30 seconds') at
  where ${seconds(local('at'))} % 3600 = 0
    or (${seconds(local("at - interval '30 seconds'"))} + 30) % 3600 = 0
  order by 1`;

/** Starts of local days, weeks and so on, over a range a step wider on both sides. */
const days = (every: Exclude<Step, 'hour'>, weekStart: number) => {
  const shift = `interval '${every === 'week' ? weekStart : 0} days'`;
  const length = every === 'quarter' ? `interval '3 months'` : `interval '1 ${every}'`;
  return `
    select distinct pg_temp.day_start(label, $3) as start from generate_series(
      date_trunc('${every}', ${local('$1::timestamptz')} - ${shift} - ${length}) + ${shift},
      ${local('$2::timestamptz')} + 2 * ${length}, ${length}) label
    order by 1`;
};

/** The starts of the buckets of a span, and the end of the last one. */
export async function bucketEdges(
  client: Client,
  { from, to }: Span,
  every: Step,
  { timeZone, weekStart }: Pick<Question, 'timeZone' | 'weekStart'>,
): Promise<string[]> {
  const sql = every === 'hour' ? hours : days(every, weekdays.indexOf(weekStart));
  const { rows } = await client.query<{ start: Date }>(sql, [from, to, timeZone]);
  const starts = rows.map(({ start }) => start.toISOString());
  const first = starts.findLastIndex((start) => Date.parse(start) <= Date.parse(from));
  const last = starts.findIndex((start) => Date.parse(start) >= Date.parse(to));
  if (first < 0 || last < 0) throw new Error('the calendar of the oracle is too short');
  return starts.slice(first, last + 1);
}

/** The first instant of a window, and the instant at which it ends. */
export async function spanOf(
  client: Client,
  { window, timeZone }: Pick<Question, 'window' | 'timeZone'>,
): Promise<Span> {
  const instant = async (text: string) => {
    if (text.length > 10) return text;
    const sql = 'select pg_temp.day_start($1::timestamp, $2) as start';
    const { rows } = await client.query<{ start: Date }>(sql, [text, timeZone]);
    return rows[0]?.start.toISOString() ?? '';
  };
  return { from: await instant(window.from), to: await instant(window.to) };
}

/** The previous months for whole months, as many days for whole days, and an equal duration otherwise. */
export async function previousSpan(client: Client, span: Span, timeZone: string): Promise<Span> {
  const { rows } = await client.query<{ start: Date }>(
    `with edges as (
       select $1::timestamptz as lower, $2::timestamptz as upper,
         ${local('$1::timestamptz')}::date as first, ${local('$2::timestamptz')}::date as last),
     starts as (
       select *, case
         when pg_temp.day_start(first, $3) <> lower or pg_temp.day_start(last, $3) <> upper then null
         when extract(day from first) = 1 and extract(day from last) = 1
           then pg_temp.day_start(first - age(last, first), $3)
         else pg_temp.day_start(first - (last - first), $3)
       end as start from edges)
     select case when start < lower then start else lower - extract(epoch from upper - lower) * interval '1 second' end as start
     from starts`,
    [span.from, span.to, timeZone],
  );
  return { from: rows[0]?.start.toISOString() ?? '', to: span.from };
}
