import { rowById } from '../database/lookup-sql.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { chooseSource, recordSpan } from './choose-source.ts';
import { columnsOf, kindOf, type Measure, measures, shownSql } from './measures.ts';
import { absent, keyType } from './row-keys.ts';
import { sessionRows, sumRows, tableOf } from './row-sql.ts';
import { type DimensionRef, hasDimension } from './slice-conditions.ts';
import { StatementDraft } from './statement-draft.ts';
import {
  baseNames,
  baseSql,
  HAS_RECORDS,
  mapLevels,
  measuresSql,
  questionOf,
  readsOf,
  removedSql,
  SESSIONS,
  type Statement,
  type StatementScope,
} from './statements.ts';
import { isUsageColumn } from './usage-columns.ts';

/** Marks the groups of the window before, and adds nothing to their sums. */
const EARLIER = '-2::smallint';

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
  /** Edges of the window before, whose groups are listed as well. */
  before?: readonly [number, number] | undefined;
};

/**
 * Rows (parent, key, label, isOther, raw key, series, measures…): the first groups under each parent.
 * With `hasSeries`, `series` is JSON, [bucket, measures…][], which saves a second read of the sums.
 */
export function groupStatement(
  scope: StatementScope,
  edges: readonly number[],
  { ref, first, max, order, names, kinds, series, before }: GroupQuestion,
): Statement & { hasSeries: boolean; before: Pick<Statement, 'recordsRead'> | undefined } {
  const draft = new StatementDraft(scope.developerId);
  const ordering = order.measure === 'key' ? [] : [order.measure];
  const needed = [...new Set([...names, ...ordering])];
  const path = [...scope.levels.map((level) => level.ref), ref];
  const plain = { ...questionOf(scope, edges, needed), path, kinds };
  const detailed = series && {
    ...plain,
    edges: series.edges,
    usage: columnsOf([...needed, ...series.names]).filter(isUsageColumn),
  };
  const hasSeries = detailed !== undefined && chooseSource(detailed).of === 'agent';
  const question = hasSeries ? detailed : plain;
  const source = chooseSource(question);
  const earlier = before && { ...plain, edges: before, usage: [] };
  const earlierSource = earlier && chooseSource(earlier);
  const hasSessions = needed.includes('sessions');
  const mapped = mapLevels(scope.levels, draft);
  const key = `k${path.length - 1}`;
  const limit = draft.add(first, 'int');
  const table = tableOf(ref);
  const isAbsent = `k = '${absent[keyType(ref)]}'`;
  const sortKey = `${table ? `(${rowById(table, 'k', 't.key')})` : `nullif(k, '')`} collate "C"`;
  // No measure has these names, so columns are not ambiguous.
  const shownColumns = `t.key as named_key, t.${table === 'sessions' ? 'key' : 'name'} as named_name`;
  const naming = table ? `left join lateral (${rowById(table, 'k', shownColumns)}) named on true` : '';
  const columns = baseNames(needed);
  const ofParents = removedSql(scope, 'p', draft);
  const removed = (kind: RecordKind) => {
    const above = ofParents(kind);
    if (hasDimension(kind, ref)) return above;
    return above === undefined ? `not (${isAbsent})` : `${above} or not (${isAbsent})`;
  };
  const lacked = new Map(
    columnsOf(needed).flatMap((name) => {
      const kind = kindOf(name, scope.registry);
      return hasDimension(kind, ref) ? [] : [[name as string, ofParents(kind) ?? 'false']];
    }),
  );
  const ctes = [
    `summed as materialized (${sumRows(question, source, draft)})`,
    ...(hasSessions
      ? [
          `visits as (select distinct ${mapped.group} as p, ${key} as k, session_id
          from (${sessionRows(plain, draft)}) s ${mapped.joins})`,
        ]
      : []),
    ...(earlier && earlierSource
      ? [
          `earlier as (select ${mapped.group} as p, ${key} as k, sum(count) as count
          from (${sumRows(earlier, earlierSource, draft)}) s ${mapped.joins} group by 1, 2 having ${HAS_RECORDS})`,
        ]
      : []),
    `grouped as (
      select b, ${mapped.group} as p, ${key} as k, fact, total, count from summed s ${mapped.joins}
      ${earlier ? `union all select 0, p, k, ${EARLIER}, 0, count from earlier` : ''}
      ${hasSessions ? `union all select 0, p, k, ${SESSIONS}, 0, count(*) from visits group by p, k` : ''})`,
    `base as (select p, k, ${baseSql(needed, scope.registry, removed)} from grouped where p is not null group by p, k having ${HAS_RECORDS})`,
    ...rankedSql(order, sortKey, limit),
    ...foldedSql(columns, limit, { isAbsent, lacked }),
    ...(hasSessions ? sessionsSql(columns, limit) : ['complete as (select * from folded)']),
    ...(hasSeries
      ? seriesSql(series?.names ?? [], limit, (measured) =>
          baseSql(measured, scope.registry, removedSql(scope, 'g.p', draft)),
        )
      : []),
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
    sql: `${draft.with(ctes)}
    select ${shown.join(', ')} from complete ${hasSeries ? 'full join listed on of = p and place = n' : ''} ${naming}
    order by p, n limit ${max}`,
    values: draft.values,
    hasSeries,
    before: earlierSource && { recordsRead: [{ span: recordSpan(earlierSource), kinds }] },
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

/**
 * Groups beyond the limit become one, the rest. All records of a kind that lacks the dimension are in the group without a
 * key. If that group is shown, the rest cannot have them, and its sum is null; otherwise its sum is a number, 0 if there
 * are none. `lacked` has the columns of such kinds, each with the SQL condition under which the parent itself cannot
 * have the kind.
 */
function foldedSql(
  columns: readonly string[],
  limit: string,
  { isAbsent, lacked }: { isAbsent: string; lacked: ReadonlyMap<string, string> },
): string[] {
  const summed = columns.map((name) => {
    const above = lacked.get(name);
    if (above === undefined) return `sum(${name}) as ${name}`;
    const isPossible = `n > ${limit} and not bool_or(absent_shown) and not (${above})`;
    return `case when ${isPossible} then coalesce(sum(${name}), 0) else sum(${name}) end as ${name}`;
  });
  const placed =
    lacked.size === 0
      ? 'ranked'
      : `(select *, bool_or(${isAbsent} and n <= ${limit}) over (partition by p) as absent_shown from ranked) r`;
  return [
    `folded as (
      select p, case when n <= ${limit} then k end as k, n > ${limit} as isother, min(n) as n, ${summed.join(', ')}
      from ${placed} group by 1, 2, 3)`,
  ];
}

/** A session in several hidden groups counts once. The join is a full one for the reason that `mapLevels` has. */
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

/** The rest has the place after the last shown group. The join is a full one for the reason that `mapLevels` has. */
function seriesSql(
  names: readonly Measure[],
  limit: string,
  base: (names: readonly Measure[]) => string,
): string[] {
  const values = names.map((name) => `(${shownSql(name, 'partition by p, n')})::text`);
  return [
    `cells as (
      select g.p, least(r.n, ${limit} + 1) as n, g.b, ${base(names)}
      from grouped g full join ranked r on r.p = g.p and r.k = g.k
      where coalesce(g.fact > 0 and r.p = g.p, false)
      group by 1, 2, 3 having ${HAS_RECORDS})`,
    `valued as (select p, n, json_build_array(${['b', ...values].join(', ')}) as cell from cells)`,
    // Groups have no columns of these names, so columns are not ambiguous.
    `listed as (select p as of, n as place, json_agg(cell) as list from valued group by p, n)`,
  ];
}
