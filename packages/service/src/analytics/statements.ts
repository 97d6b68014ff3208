import { goalTypes } from '../catalogue/goal-types.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { chooseSource, describeSource, type Question, recordSpan } from './choose-source.ts';
import type { Level } from './levels.ts';
import {
  baseColumnSql,
  columnsOf,
  kindNamesOf,
  type Measure,
  type RemovedSql,
  shownSql,
} from './measures.ts';
import type { Parameters } from './parameters.ts';
import { keyType } from './row-keys.ts';
import { goalRows, sessionRows, sumRows } from './row-sql.ts';
import { type Conditions, removingFilter } from './slice-conditions.ts';
import { StatementDraft } from './statement-draft.ts';
import { splitTopAndRest, topAndRestRows } from './top-n-sql.ts';
import { indexedConditionSql, isUsageColumn, USAGE_KIND } from './usage-columns.ts';

export type StatementScope = {
  developerId: string;
  where: Conditions;
  levels: readonly Level[];
  hasDeltas: Question['hasDeltas'];
  registry: KindRegistry;
};

export type Statement = {
  sql: string;
  values: readonly unknown[];
  /** Names the rows that are read, for the `plan` of the answer. */
  reads: string;
  /** Parts that rollups cannot answer. */
  slowedBy: readonly string[];
  recordsRead: readonly RecordsRead[];
};

/** Kinds whose records are read one by one, and how much of the window that is, in milliseconds. */
type RecordsRead = { span: number; kinds: readonly RecordKind[] };

/**
 * Rows (group, bucket, parent, measures…), none for groups and buckets without records. Hidden groups have a null group.
 * In SQL, `b` is the index of the bucket, `g` of the group, and `p` of the group's parent.
 */
export function sumStatement(
  scope: StatementScope,
  edges: readonly number[],
  { names, isSeries }: { names: readonly Measure[]; isSeries: boolean },
): Statement {
  const { levels } = scope;
  const draft = new StatementDraft(scope.developerId);
  const question = questionOf(scope, edges, names);
  const split = splitTopAndRest(question, levels);
  const source = split ? split.top.source : chooseSource(question);
  const hasSessions = names.includes('sessions');
  const mapped = mapLevels(levels, draft);
  const summed = split ? topAndRestRows(split, draft) : sumRows(question, source, draft);
  const ctes = [
    `summed as materialized (${summed})`,
    ...(hasSessions
      ? [
          `visits as (select distinct b, ${mapped.parent} as p, ${mapped.group} as g, session_id
          from (${sessionRows(question, draft)}) s ${mapped.joins})`,
        ]
      : []),
    `grouped as (
      select b, ${mapped.parent} as p, ${mapped.group} as g, fact, total, count from summed s ${mapped.joins}
      ${hasSessions ? `union all select b, p, g, ${SESSIONS}, 0, count(*) from visits group by b, p, g` : ''})`,
    `base as (select b, p, g, ${baseSql(names, scope.registry, removedSql(scope, 'g', draft))} from grouped where ${isSeries ? 'g' : 'p'} is not null
      group by b, p, g having ${HAS_RECORDS})`,
  ];
  // Shares are parts of the sum of the series for a bucket, and of the sum of the parent's groups for a group.
  const parent = isSeries ? 'partition by g' : 'partition by p';
  return {
    sql: `${draft.with(ctes)}\nselect g, b, p, ${measuresSql(names, parent)} from base`,
    values: draft.values,
    ...readsOf(question, source, hasSessions),
  };
}

/** Rows (group, step, sessions): sessions that achieved all goals up to this step, in order. */
export function funnelStatement(
  scope: StatementScope,
  edges: readonly number[],
  goalKeys: readonly string[],
): Statement {
  const draft = new StatementDraft(scope.developerId);
  const kinds = [scope.registry.of('goals')];
  const question = { ...questionOf(scope, edges, []), kinds };
  const mapped = mapLevels(scope.levels, draft);
  const keys = draft.add(goalKeys, 'text[]');
  const types = `array(select id from types)`;
  const steps = goalKeys.map((_, i) => {
    const type = `(select id from types where step = ${i + 1})`;
    return i === 0
      ? `step0 as materialized (select g, session_id, min(achieved_at) as at from goal where goal_type_id = ${type} group by 1, 2)`
      : `step${i} as materialized (select o.g, o.session_id, min(o.achieved_at) as at
          from (select * from goal where goal_type_id = ${type}) o
          full join step${i - 1} before on before.g = o.g and before.session_id = o.session_id
          where coalesce(o.achieved_at >= before.at, false) group by 1, 2)`;
  });
  const ctes = [
    `types as (select u.step, t.id from unnest(${keys}) with ordinality u(key, step)
      join ${goalTypes.table} t on t.developer_id = $1 and t.key = u.key)`,
    `goal as materialized (select ${mapped.group} as g, session_id, goal_type_id, achieved_at
      from (${goalRows(question, types, draft)}) s ${mapped.joins})`,
    ...steps,
  ];
  const counts = goalKeys.map(
    (_, i) => `select g, ${i} as step, count(*) from step${i} where g is not null group by g`,
  );
  return {
    sql: `${draft.with(ctes)}\n${counts.join('\nunion all ')}`,
    values: draft.values,
    reads: 'records',
    slowedBy: slowedBy(question, ['the funnel']),
    recordsRead: [{ span: (edges.at(-1) as number) - (edges[0] as number), kinds }],
  };
}

/** Corrections at edges may leave groups and buckets without records. */
export const HAS_RECORDS = 'sum(count) > 0';

/** Negative, unlike the codes of kinds. */
export const SESSIONS = '-1::smallint';

export function questionOf(
  { where, levels, hasDeltas, registry }: StatementScope,
  edges: readonly number[],
  names: readonly Measure[],
): Question {
  const kinds = kindNamesOf(names).map((name) => registry.of(name));
  const usage = columnsOf(names).filter(isUsageColumn);
  return { edges, path: levels.map(({ ref }) => ref), where, kinds, usage, registry, hasDeltas };
}

export function readsOf(
  question: Question,
  source: ReturnType<typeof chooseSource>,
  hasSessions: boolean,
): Pick<Statement, 'reads' | 'recordsRead' | 'slowedBy'> {
  const { edges, kinds, registry, usage } = question;
  const window = (edges.at(-1) as number) - (edges[0] as number);
  const ofUsage =
    usage.length > 0 && indexedConditionSql(usage) === undefined ? [registry.of(USAGE_KIND)] : [];
  const whole = hasSessions ? registry.all : ofUsage;
  return {
    reads: [
      ...(kinds.length > 0 ? [describeSource(source)] : []),
      ...(hasSessions ? ['sessions of the records'] : []),
      ...(usage.length > 0 ? ['usage of the events'] : []),
    ].join('; '),
    slowedBy: slowedBy(question, [
      ...(hasSessions ? ['sessions'] : []),
      ...(usage.length > 0 ? ['tokens, errors and computed costs'] : []),
    ]),
    recordsRead: [
      { span: window, kinds: whole },
      { span: recordSpan(source), kinds: kinds.filter((kind) => !whole.includes(kind)) },
    ].filter((part) => part.kinds.length > 0),
  };
}

function slowedBy({ path, where }: Question, parts: readonly string[]): string[] {
  const named = new Set([...path, ...where.dimensions].map(({ dimension }) => dimension));
  const cuts = new Set([...named].flatMap(({ rollup }) => rollup?.cut ?? []));
  return [
    ...parts,
    ...[...named].flatMap(({ name, rollup }) => (rollup ? [] : [name])),
    ...(cuts.size > 1 ? ['agent or customer'] : []),
    ...(where.amount ? ['the range of amounts'] : []),
  ];
}

/**
 * Joins rows `s` to their groups. Statistics may say that `s` has one row where it has thousands, and PostgreSQL would
 * then compare each row with each group in a nested loop. It never runs a full join as a nested loop, so the joins are
 * full ones, and the condition at the end keeps only rows `s`. The condition is no plain `s.k0 is not null`, which is
 * never true for the rows that a full join adds: PostgreSQL would notice, and make it a left join again (decision 012).
 * At the first level, the rest is a single row without a column to join by, which a full join needs.
 */
export function mapLevels(
  levels: readonly Level[],
  parameters: Parameters,
): { joins: string; group: string; parent: string } {
  const mapped = levels.reduce(
    ({ joins, group }, { ref, members, others }, i) => {
      const column = <Row>(rows: readonly Row[], pick: (row: Row) => unknown, type: string) =>
        parameters.add(rows.map(pick), `${type}[]`);
      const known = `full join unnest(${column(members, ({ parent }) => parent, 'int')}, ${column(members, ({ key }) => key, keyType(ref))}, ${column(members, ({ index }) => index, 'int')}) m${i}(p, k, g)
        on ${i === 0 ? '' : `m${i}.p = ${group} and `}m${i}.k = s.k${i}`;
      const other = `${i === 0 ? 'left' : 'full'} join unnest(${column(others, ({ parent }) => parent, 'int')}, ${column(others, ({ index }) => index, 'int')}) o${i}(p, g)
        on o${i}.p = ${group}`;
      return { joins: `${joins} ${known} ${other}`, group: `coalesce(m${i}.g, o${i}.g)`, parent: group };
    },
    { joins: '', group: '0', parent: '0' },
  );
  return levels.length === 0
    ? mapped
    : { ...mapped, joins: `${mapped.joins} where (s.k0 is null) is not true` };
}

export function baseNames(names: readonly Measure[]): string[] {
  return [...columnsOf(names), 'sessions'];
}

export function baseSql(names: readonly Measure[], kinds: KindRegistry, removed: RemovedSql): string {
  const sums = columnsOf(names).map((name) => `${baseColumnSql(name, kinds, removed)} as ${name}`);
  return [...sums, `coalesce(sum(count) filter (where fact = ${SESSIONS}), 0) as sessions`].join(', ');
}

export function measuresSql(names: readonly Measure[], parent: string): string {
  return names.map((name) => shownSql(name, parent)).join(', ');
}

/** `group` is SQL of the index of a group of the last level. */
export function removedSql(
  { where, levels }: StatementScope,
  group: string,
  parameters: Parameters,
): RemovedSql {
  return (kind) => {
    if (removingFilter(kind, where)) return 'true';
    const indexes = levels.at(-1)?.removed.get(kind.name);
    return indexes && `coalesce(${group} = any(${parameters.add(indexes, 'int[]')}), false)`;
  };
}
