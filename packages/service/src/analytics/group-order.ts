import type { Question } from './choose-source.ts';
import type { GroupOrder } from './kinds-of-groups.ts';
import type { Placement } from './levels.ts';
import { emptyMeasure, measures, type RemovedSql } from './measures.ts';
import type { Having } from './slice.schema.ts';
import { spreadFigures, spreadRows } from './spread.ts';
import type { StatementDraft } from './statement-draft.ts';
import { baseSql } from './statements.ts';

/** Rows of groups with what they are ordered by: SQL of a number, or of nothing where it is the key. */
type Ordered = { ctes: readonly string[]; rows: string; by: string | undefined };

export function orderedRows(
  order: GroupOrder,
  { plain, place, removed }: { plain: Question; place: Placement; removed: RemovedSql },
  draft: StatementDraft,
): Ordered {
  // The join is a full one for the reason that `mapLevels` has.
  const beside = (cte: string) => [
    cte,
    `compared as (select base.*, compared_value from base full join beside on beside_p = p and beside_k = k where (p is null) is not true)`,
  ];
  if (order.by === 'key') return { ctes: [], rows: 'base', by: undefined };
  if (order.by === 'value') return { ctes: [], rows: 'base', by: measures[order.measure].sql('') };
  if (order.by === 'spread') {
    const { sql } = spreadFigures[order.figure];
    const values = spreadRows(plain, order.spread, place, draft);
    return {
      ctes: beside(
        `beside as (select p as beside_p, k as beside_k, ${sql} as compared_value from (${values}) s group by 1, 2)`,
      ),
      rows: 'compared',
      by: 'compared_value',
    };
  }
  const sql = measures[order.measure].sql('');
  const sums = `select p, k, ${baseSql([order.measure], plain.registry, removed)} from earlier where p is not null group by p, k`;
  const none = emptyMeasure(order.measure);
  return {
    ctes: beside(
      `beside as (select p as beside_p, k as beside_k, ${sql} as compared_value from (${sums}) s)`,
    ),
    rows: 'compared',
    by: `${sql} - ${none === null ? 'compared_value' : `coalesce(compared_value, ${none})`}`,
  };
}

/** SQL of the condition on a group. */
export function havingSql({ measure, ...bounds }: Having, draft: StatementDraft): string {
  const operators = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;
  const value = `(${measures[measure].sql('')})`;
  const conditions = Object.entries(operators).flatMap(([name, operator]) => {
    const bound = bounds[name as keyof typeof operators];
    return bound === undefined ? [] : [`${value} ${operator} ${draft.add(bound, 'numeric')}`];
  });
  return `coalesce(${conditions.join(' and ')}, false)`;
}

/** Keys break ties. Only keys of groups that may be shown are looked up. */
export function rankedSql(
  { rows, by }: Ordered,
  { direction }: GroupOrder,
  condition: string | undefined,
  { sortKey, last }: { sortKey: string; last: string },
): string[] {
  const judged =
    condition === undefined ? [] : [`judged as (select ${rows}.*, ${condition} as kept from ${rows})`];
  const all = condition === undefined ? rows : 'judged';
  const partition = condition === undefined ? 'p' : 'p, kept';
  const ranked = (from: string, order: string) =>
    `ranked as (select ${from}.*, row_number() over (partition by ${partition} order by ${order} nulls last) as n from ${from})`;
  if (by === undefined) return [...judged, ranked(all, `${sortKey} ${direction}`)];
  return [
    ...judged,
    `measured as (select ${all}.*, rank() over (partition by ${partition} order by ${by} ${direction} nulls last) as level from ${all})`,
    ranked('measured', `level, case when level <= ${last} then ${sortKey} end`),
  ];
}
