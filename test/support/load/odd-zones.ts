import type { Database } from '@outturn/service';

const offset = `extract(epoch from (at at time zone name) - (at at time zone 'UTC'))`;
/** An instant in every month since the earliest recordable time; no zone keeps an offset for less than a month. */
const seasons = `generate_series(timestamptz '1970-01-01 00:00Z', timestamptz '2037-12-01 00:00Z', interval '1 month') at`;
const zones = `(select name from pg_timezone_names where name ~ '^[A-Z][A-Za-z]+/') zone`;

/** The IANA zones with an offset since 1970 that was not a whole number of hours. */
export async function oddZones({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from ${zones} where exists (select 1 from ${seasons} where ${offset} % 3600 <> 0) order by name`,
  );
  return rows.map(({ name }) => name);
}

/** The zones with an offset since 1970 that was not a whole number of quarter hours, and until which month. */
export async function zonesOffTheQuarter({ pool }: Database): Promise<{ name: string; until: string }[]> {
  const { rows } = await pool.query<{ name: string; until: string }>(
    `select name, to_char(max(at), 'YYYY-MM') as until from ${zones}, ${seasons}
     where ${offset} % 900 <> 0 group by name order by name`,
  );
  return rows;
}
