import { rowById } from '../database/lookup-sql.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { MAX_POINTS } from './answer-size.ts';
import { chooseSources, recordSpan } from './choose-source.ts';
import type { GroupOrder } from './kinds-of-groups.ts';
import { mapLevels, type Placement } from './levels.ts';
import { columnsOf, kindOf, type Measure, measures, type RemovedSql, shownSql } from './measures.ts';
import { absent, keyType } from './row-keys.ts';
import { sumRows } from './row-sql.ts';
import { sessionRows } from './session-rows.ts';
import { type DimensionRef, hasDimension } from './slice-conditions.ts';
import { StatementDraft } from './statement-draft.ts';
import {
  baseNames,
  baseSql,
  HAS_RECORDS,
  measuresSql,
  questionOf,
  readsOf,
  removedSql,
  SESSIONS,
  type Statement,
  type StatementScope,
} from './statements.ts';

/** Marks the groups of the window before, and adds nothing to their sums. */
const EARLIER = '-2::smallint';

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
    columns: columnsOf([...needed, ...series.names]),
  };
  const withSeries = detailed && { question: detailed, sources: chooseSources(detailed) };
  const parents = scope.levels.at(-1);
  const groups = parents ? parents.members.length + parents.others.length : 1;
  // A series that is too large to be sent is refused by the groups alone, before it is read.
  const isSmall = series !== undefined && groups * (first + 1) * (series.edges.length - 1) <= MAX_POINTS;
  // Sums of customers by bucket are many. Those of the first ones are few, and rollups find them by key.
  const hasSeries =
    isSmall &&
    withSeries !== undefined &&
    [...withSeries.sources.values()].every(({ of }) => of !== 'customer');
  const { question, sources } = hasSeries ? withSeries : { question: plain, sources: chooseSources(plain) };
  const earlier = before && { ...plain, edges: before, columns: [] };
  const earlierSources = earlier && chooseSources(earlier);
  const hasSessions = needed.includes('sessions');
  const mapped = mapLevels(scope.levels, draft);
  const key = `k${path.length - 1}`;
  const place: Placement = {
    ...mapped,
    columns: [
      { name: 'p', type: 'int', sql: mapped.group },
      { name: 'k', type: keyType(ref), sql: `r.${key}` },
    ],
  };
  const limit = draft.add(first, 'int');
  const { table } = ref.dimension;
  const isAbsent = `k = '${absent[keyType(ref)]}'`;
  const sortKey = `${table ? `(${rowById(table, 'k', 't.key')})` : `nullif(k, '')`} collate "C"`;
  // No measure has these names, so columns are not ambiguous.
  const shownColumns = `t.key as named_key, t.${table === 'sessions' ? 'key' : 'name'} as named_name`;
  const naming = table ? `left join lateral (${rowById(table, 'k', shownColumns)}) named on true` : '';
  const columns = baseNames(needed);
  const removedFrom = (group: string, lacks: string) => removedOf(scope, ref, draft, { group, lacks });
  const ctes = [
    ...(hasSessions
      ? [
          `visits as (select distinct ${mapped.group} as p, ${key} as k, session_id
          from (${sessionRows(plain, draft)}) r ${mapped.joins})`,
        ]
      : []),
    ...(earlier && earlierSources
      ? [
          `earlier as (select p, k, sum(count) as count
          from (${sumRows(earlier, earlierSources, place, draft)}) s group by 1, 2 having ${HAS_RECORDS})`,
        ]
      : []),
    `grouped as (
      select b, p, k, fact, total, count from (${sumRows(question, sources, place, draft)}) s
      ${earlier ? `union all select 0, p, k, ${EARLIER}, 0, count from earlier` : ''}
      ${hasSessions ? `union all select 0, p, k, ${SESSIONS}, 0, count(*) from visits group by p, k` : ''})`,
    `base as (select p, k, ${baseSql(needed, scope.registry, removedFrom('p', `not (${isAbsent})`))} from grouped where p is not null group by p, k having ${HAS_RECORDS})`,
    ...rankedSql(order, sortKey, limit),
    ...foldedSql(needed, limit, { isAbsent, removed: removedFrom('p', 'lacks'), registry: scope.registry }),
    ...(hasSessions ? sessionsSql(columns, limit) : ['complete as (select * from folded)']),
    ...(hasSeries
      ? seriesSql(series.names, limit, baseSql(series.names, scope.registry, removedFrom('p', 'lacks')))
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
    before: earlierSources && {
      recordsRead: [...earlierSources].map(([kind, source]) => ({ span: recordSpan(source), kinds: [kind] })),
    },
    ...readsOf(question, sources, hasSessions),
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

/** A kind without the dimension has records in groups of the parents that have it, unless `lacks`, SQL of a condition, is true. */
function removedOf(
  scope: StatementScope,
  ref: DimensionRef,
  draft: StatementDraft,
  { group, lacks }: { group: string; lacks: string },
): RemovedSql {
  const ofParents = removedSql(scope, group, draft);
  return (kind) => {
    const above = ofParents(kind);
    if (hasDimension(kind, ref)) return above;
    return above === undefined ? lacks : `${above} or ${lacks}`;
  };
}

/**
 * Groups beyond the limit become one, the rest. All records of a kind that lacks the dimension are in the group without a
 * key. A group with a key `lacks` these kinds, and so does the rest if the group without a key is shown beside it.
 */
function foldedSql(
  needed: readonly Measure[],
  limit: string,
  { isAbsent, removed, registry }: { isAbsent: string; removed: RemovedSql; registry: KindRegistry },
): string[] {
  const summed = columnsOf(needed).map((name) => {
    const isRemoved = removed(kindOf(name, registry));
    return `${isRemoved === undefined ? `sum(${name})` : `case when not (${isRemoved}) then coalesce(sum(${name}), 0) end`} as ${name}`;
  });
  const isShown = `n <= ${limit}`;
  return [
    `placed as (select *, case when ${isShown} then not (${isAbsent})
      else bool_or(${isAbsent} and ${isShown}) over (partition by p) end as lacks from ranked)`,
    `folded as (
      select p, case when ${isShown} then k end as k, n > ${limit} as isother, min(n) as n, ${[...summed, 'sum(sessions) as sessions'].join(', ')}
      from placed group by 1, 2, 3, lacks)`,
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
function seriesSql(names: readonly Measure[], limit: string, base: string): string[] {
  const values = names.map((name) => `(${shownSql(name, 'partition by p, n')})::text`);
  return [
    `cells as (
      select p, n, b, ${base} from (
        select g.p, least(r.n, ${limit} + 1) as n, r.lacks, g.b, g.fact, g.total, g.count
        from grouped g full join placed r on r.p = g.p and r.k = g.k
        where coalesce(g.fact > 0 and r.p = g.p, false)) c
      group by p, n, b, lacks having ${HAS_RECORDS})`,
    `valued as (select p, n, json_build_array(${['b', ...values].join(', ')}) as cell from cells)`,
    // Groups have no columns of these names, so columns are not ambiguous.
    `listed as (select p as of, n as place, json_agg(cell) as list from valued group by p, n)`,
  ];
}
