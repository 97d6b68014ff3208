import type { KindRegistry } from '../kinds/kind-registry.ts';
import { recountSql } from './distinct-counts.ts';
import {
  columnsOf,
  type DistinctMeasure,
  distinctIn,
  kindOf,
  type Measure,
  type RemovedSql,
  shownSql,
} from './measures.ts';
import { HAS_RECORDS } from './row-sql.ts';
import { type DimensionRef, hasDimension } from './slice-conditions.ts';
import type { StatementDraft } from './statement-draft.ts';
import { removedSql, type StatementScope } from './statements.ts';

/** Which groups are shown, by their rank `n`, the rank of the last one, and whether a condition leaves groups out. */
export type Limits = { isShown: string; last: string; hasCondition: boolean };

/** A kind without the dimension has records in groups of the parents that have it, unless `lacks`, SQL of a condition, is true. */
export function removedOf(
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

/** Bytes of the keys of groups of all parents, as far as those of the rest: of 100,000 ids. Other statements take each as a parameter. */
const MAX_KEY_BYTES = 3_600_000;

/**
 * Groups that are not shown become one, the rest, behind the last one; those that a condition leaves out become one behind it. All
 * records of a kind that lacks the dimension are in the group without a key. A group with a key `lacks` these kinds, and so does
 * the rest if the group without a key is not in it.
 */
export function foldedSql(
  needed: readonly Measure[],
  { isShown, last, hasCondition }: Limits,
  {
    isAbsent,
    removed,
    registry,
    hasKeys,
  }: { isAbsent: string; removed: RemovedSql; registry: KindRegistry; hasKeys: boolean },
): string[] {
  const summed = columnsOf(needed).map((name) => {
    const isRemoved = removed(kindOf(name, registry));
    return `${isRemoved === undefined ? `sum(${name})` : `case when not (${isRemoved}) then coalesce(sum(${name}), 0) end`} as ${name}`;
  });
  const counted = distinctIn(needed).map((name) => `sum(${name}) as ${name}`);
  const isElsewhere = hasCondition
    ? `not bool_or(${isAbsent} and kept and not (${isShown})) over (partition by p)`
    : `bool_or(${isAbsent} and ${isShown}) over (partition by p)`;
  // The parts that shares are of have the groups that are left out.
  const isAlone = hasCondition ? `(${isShown}) or not kept` : isShown;
  const place = `case when ${isShown} then n ${hasCondition ? `when not kept then ${last} + 2` : ''} else ${last} + 1 end`;
  const ofRest = `place = ${last} + 1`;
  const keys = `case when max(bytes) filter (where ${ofRest}) <= ${MAX_KEY_BYTES}
    then (json_agg(k) filter (where ${ofRest} and bytes <= ${MAX_KEY_BYTES}))::text end`;
  return [
    `placed as (select *, ${isShown} as shown, ${place} as place,
      ${hasKeys ? 'sum(octet_length(k::text)) over (order by kept desc, p, n) as bytes,' : ''}
      case when ${isAlone} then not (${isAbsent}) else ${isElsewhere} end as lacks from ranked)`,
    `folded as (
      select ${['p', 'case when shown then k end as k', 'not shown as isother', 'place as n', `${hasKeys ? keys : 'null'} as keys`, ...summed, ...counted].join(', ')}
      from placed group by 1, 2, 3, 4, lacks)`,
  ];
}

/** A member in several hidden groups counts once. The join is a full one for the reason that `mapLevels` has. */
export function recountedSql(
  columns: readonly string[],
  counted: readonly DistinctMeasure[],
  { last }: Limits,
): string[] {
  const shown = columns.map((name) =>
    counted.some((one) => one === name)
      ? `case when isother then coalesce(h.${name}, 0) else folded.${name} end as ${name}`
      : name,
  );
  return [
    `hidden as (
      select v.p as of, ${counted.map(recountSql).join(', ')}
      from members v full join placed x on x.p = v.p and x.k = v.k
      where coalesce(x.place = ${last} + 1 and v.p = x.p, false) group by v.p)`,
    `complete as (select p, k, isother, n, keys, ${shown.join(', ')} from folded full join hidden h on h.of = p)`,
  ];
}

/** The join is a full one for the reason that `mapLevels` has. */
export function seriesSql(names: readonly Measure[], base: readonly string[]): string[] {
  const values = names.map((name) => `(${shownSql(name, 'partition by p, n')})::text`);
  return [
    `cells as (
      select ${['p', 'n', 'b', ...base].join(', ')} from (
        select g.p, r.place as n, r.lacks, g.b, g.fact, g.total, g.count
        from grouped g full join placed r on r.p = g.p and r.k = g.k
        where coalesce(g.fact > 0 and r.p = g.p, false)) c
      group by p, n, b, lacks having ${HAS_RECORDS})`,
    `valued as (select p, n, json_build_array(${['b', ...values].join(', ')}) as cell from cells)`,
    // Groups have no columns of these names, so columns are not ambiguous.
    `listed as (select p as of, n as place, json_agg(cell) as list from valued group by p, n)`,
  ];
}
