import { on } from './on.ts';

/** Everything that migrations define in the schema `public`, one line each. */
export async function catalogOf(url: string): Promise<string[]> {
  const rows = await on<{ line: string }>(
    url,
    `with tables as (select oid, relname, reloptions from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations')
     select line from (
       select format('%s.%s %s %s %s %s %s', relname, attname, attnum, format_type(atttypid, atttypmod), attnotnull, attstorage,
         pg_get_expr(adbin, adrelid)) as line
       from tables t join pg_attribute a on attrelid = t.oid and attnum > 0 and not attisdropped
         left join pg_attrdef d on adrelid = t.oid and adnum = attnum
       union all select format('%s %s', relname, reloptions) from tables
       union all select pg_get_indexdef(indexrelid) from pg_index join tables t on indrelid = t.oid
       union all select format('%s %s %s', relname, conname, pg_get_constraintdef(c.oid))
       from pg_constraint c join tables t on conrelid = t.oid where contype <> 'n'
       union all select pg_get_triggerdef(g.oid) from pg_trigger g join tables t on tgrelid = t.oid where not tgisinternal
       union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
       union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = 'public'::regnamespace
     ) found order by line`,
  );
  return rows.map(({ line }) => line);
}
