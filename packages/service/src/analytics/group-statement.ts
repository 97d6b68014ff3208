import { rowById } from '../database/lookup-sql.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { chooseSource } from './choose-source.ts';
import { type Measure, measures } from './measures.ts';
import { Parameters } from './parameters.ts';
import { absent, deltaRows, keyType, sessionRows, sumRows, tableOf } from './row-sql.ts';
import type { DimensionRef } from './slice-conditions.ts';
import {
  baseNames,
  baseSql,
  HAS_RECORDS,
  mapLevels,
  measuresSql,
  questionOf,
  readsOf,
  SESSIONS,
  type Statement,
  type StatementScope,
} from './statements.ts';

type GroupOrder = { measure: Measure | 'key'; direction: 'asc' | 'desc' };

export type GroupQuestion = {
  ref: DimensionRef;
  first: number;
  /** Limits groups of all parents together. */
  max: number;
  order: GroupOrder;
  names: readonly Measure[];
  kinds: readonly RecordKind[];
  series?: { edges: readonly number[]; names: readonly Measure[] } | undefined;
};

/**
 * Rows (parent, key, label, isOther, raw key, series, measures…): the first groups under each parent, and one for the rest.
 * With `hasSeries`, `series` is JSON, [bucket, measures…][], which saves a second read of the sums.
 */
export function groupStatement(
  scope: StatementScope,
  edges: readonly number[],
  { ref, first, max, order, names, kinds, series }: GroupQuestion,
): Statement & { hasSeries: boolean } {
  const parameters = new Parameters(scope.developerId);
  const ordering = order.measure === 'key' ? [] : [order.measure];
  const needed = [...new Set([...names, ...ordering])];
  const path = [...scope.levels.map((level) => level.ref), ref];
  const plain = { ...questionOf(scope, edges, needed), path, kinds };
  const detailed = series && { ...plain, edges: series.edges };
  const hasSeries = detailed !== undefined && chooseSource(detailed).cut === 'agent';
  const question = hasSeries ? detailed : plain;
  const source = chooseSource(question);
  const hasSessions = needed.includes('sessions');
  const mapped = mapLevels(scope.levels, parameters);
  const key = `k${path.length - 1}`;
  const limit = parameters.add(first, 'int');
  const table = tableOf(ref);
  const isAbsent = `k = '${absent[keyType(ref)]}'`;
  const sortKey = `${table ? `(${rowById(table, 'k', 't.key')})` : `nullif(k, '')`} collate "C"`;
  // No measure has these names.
  const shownColumns = `t.key as named_key, t.${table === 'sessions' ? 'key' : 'name'} as named_name`;
  const naming = table ? `left join lateral (${rowById(table, 'k', shownColumns)}) named on true` : '';
  const columns = baseNames(needed);
  const ctes = [
    ...deltaRows([source], question, parameters),
    `summed as materialized (${sumRows(question, source, parameters)})`,
    ...(hasSessions
      ? [
          `visits as (select distinct ${mapped.group} as p, ${key} as k, session_id
          from (${sessionRows(plain, parameters)}) s ${mapped.joins})`,
        ]
      : []),
    `facts as (
      select b, ${mapped.group} as p, ${key} as k, fact, total, count from summed s ${mapped.joins}
      ${hasSessions ? `union all select 0, p, k, ${SESSIONS}, 0, count(*) from visits group by p, k` : ''})`,
    `base as (select p, k, ${baseSql(needed, scope.registry)} from facts where p is not null group by p, k having ${HAS_RECORDS})`,
    ...rankedSql(order, sortKey, limit),
    // The rest becomes one group.
    `folded as (
      select p, case when n <= ${limit} then k end as k, n > ${limit} as isother, min(n) as n, ${columns.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from ranked group by 1, 2, 3)`,
    ...(hasSessions ? sessionsSql(columns, limit) : ['complete as (select * from folded)']),
    ...(hasSeries ? seriesSql(series?.names ?? [], limit, scope.registry) : []),
  ];
  const shownKey = table ? 'named_key' : `substr(k, 2)`;
  const label = table ? 'coalesce(named_name, named_key)' : shownKey;
  const shown = [
    'p',
    `case when not ${isAbsent} then ${shownKey} end`,
    `case when not ${isAbsent} then ${label} end`,
    'isother',
    'k',
    hasSeries ? 'list' : 'null',
    ...(names.length > 0 ? [measuresSql(names, 'partition by p')] : []),
  ];
  return {
    sql: `with ${[...ctes, parameters.named].join(',\n')}
    select ${shown.join(', ')} from complete ${hasSeries ? 'full join listed on of = p and place = n' : ''} ${naming}
    order by p, n limit ${max}`,
    values: parameters.values,
    hasSeries,
    ...readsOf(question, source, hasSessions),
  };
}

/** Keys break ties. Only keys of groups that may be shown are looked up. */
function rankedSql({ measure, direction }: GroupOrder, sortKey: string, limit: string): string[] {
  const ranked = (rows: string, order: string) =>
    `ranked as (select ${rows}.*, row_number() over (partition by p order by ${order} nulls last) as n from ${rows})`;
  if (measure === 'key') return [ranked('base', `${sortKey} ${direction}`)];
  const order = `${measures[measure].sql('')} ${direction} nulls last`;
  return [
    `measured as (select base.*, rank() over (partition by p order by ${order}) as level from base)`,
    ranked('measured', `level, case when level <= ${limit} then ${sortKey} end`),
  ];
}

/** A session in several hidden groups counts once. */
function sessionsSql(columns: readonly string[], limit: string): string[] {
  const shown = columns.map((name) =>
    name === 'sessions' ? 'case when isother then coalesce(h.hidden, 0) else sessions end as sessions' : name,
  );
  return [
    `hidden as (
      select v.p as of, count(distinct v.session_id) as hidden
      from visits v full join ranked x on x.p = v.p and x.k = v.k
      where coalesce(x.n > ${limit} and v.p = x.p, false) group by v.p)`,
    `complete as (select p, k, isother, n, ${shown.join(', ')} from folded full join hidden h on h.of = p)`,
  ];
}

/** The rest has the place after the last shown group. */
function seriesSql(names: readonly Measure[], limit: string, registry: KindRegistry): string[] {
  const values = names.map((name) => `(${measures[name].sql('partition by p, n')})::text`);
  return [
    `cells as (
      select f.p, least(r.n, ${limit} + 1) as n, f.b, ${baseSql(names, registry)}
      from facts f full join ranked r on r.p = f.p and r.k = f.k
      where coalesce(f.fact <> ${SESSIONS} and r.p = f.p, false)
      group by 1, 2, 3 having ${HAS_RECORDS})`,
    `valued as (select p, n, json_build_array(${['b', ...values].join(', ')}) as cell from cells)`,
    // Groups do not have these names.
    `listed as (select p as of, n as place, json_agg(cell) as list from valued group by p, n)`,
  ];
}
