import { goalTypes } from '../catalogue/goal-types.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { chooseSources, describeSources, type Question, recordSpan } from './choose-source.ts';
import { type DistinctCount, distinctCounts, distinctRows, distinctSql } from './distinct-counts.ts';
import { goalRows } from './goal-rows.ts';
import { groupColumns, groupPlace, type Level, mapLevels } from './levels.ts';
import {
  baseColumnSql,
  columnsOf,
  distinctIn,
  kindNamesOf,
  type Measure,
  type RemovedSql,
  shownSql,
} from './measures.ts';
import type { Parameters } from './parameters.ts';
import { HAS_RECORDS, sumRows } from './row-sql.ts';
import { type Conditions, removingFilter } from './slice-conditions.ts';
import { type Spread, spreadFigures, spreadRows, spreadValues } from './spread.ts';
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
  const mapped = mapLevels(levels, draft);
  const place = { ...mapped, columns: groupColumns(mapped) };
  const split = splitTopAndRest(question, levels);
  const sources = split ? split.top.sources : chooseSources(question);
  const rows = split ? topAndRestRows(split, place, draft) : sumRows(question, sources, place, draft);
  const counts = distinctCounts(names, question);
  const base = ['b', 'p', 'g', ...baseSql(names, scope.registry, removedSql(scope, 'g', draft))];
  const ctes = [
    `grouped as (select b, p, g, fact, total, count from (${rows}) s
      ${counts.length > 0 ? `union all select b, p, g, fact, 0, count(*) from (${distinctRows(counts, question, place, draft)}) m group by b, p, g, fact` : ''})`,
    `base as (select ${base.join(', ')} from grouped where ${isSeries ? 'g' : 'p'} is not null
      group by b, p, g having ${HAS_RECORDS})`,
  ];
  // Shares are parts of the sum of the series for a bucket, and of the sum of the parent's groups for a group.
  const parent = isSeries ? 'partition by g' : 'partition by p';
  return {
    sql: `${draft.with(ctes)}\nselect g, b, p, ${measuresSql(names, parent)} from base`,
    values: draft.values,
    ...readsOf(question, sources, counts),
  };
}

/** Rows (group, step, sessions): sessions that achieved all goals up to this step, in order. */
export function funnelStatement(
  scope: StatementScope,
  edges: readonly number[],
  { start, steps: goalKeys }: { start?: 'session' | undefined; steps: readonly string[] },
): Statement {
  const draft = new StatementDraft(scope.developerId);
  const kinds = start ? scope.registry.all : [scope.registry.of('goals')];
  const question = { ...questionOf(scope, edges, []), kinds };
  const mapped = mapLevels(scope.levels, draft);
  const place = groupPlace(mapped);
  const keys = draft.add(goalKeys, 'text[]');
  const types = `array(select id from types)`;
  const begin = start
    ? [
        `step0 as materialized (select g, id as session_id, '-infinity'::timestamptz as at
          from (${distinctRows(distinctCounts(['sessions'], question), question, place, draft)}) v)`,
      ]
    : [];
  const goalSteps = goalKeys.map((_, goal) => {
    const type = `(select id from types where step = ${goal + 1})`;
    const i = goal + begin.length;
    return i === 0
      ? `step0 as materialized (select g, session_id, min(achieved_at) as at from goal where goal_type_id = ${type} group by 1, 2)`
      : `step${i} as materialized (select o.g, o.session_id, min(o.achieved_at) as at
          from (select * from goal where goal_type_id = ${type}) o
          full join step${i - 1} before on before.g = o.g and before.session_id = o.session_id
          where coalesce(o.achieved_at >= before.at, false) group by 1, 2)`;
  });
  const steps = [...begin, ...goalSteps];
  const ctes = [
    `types as (select u.step, t.id from unnest(${keys}) with ordinality u(key, step)
      join ${goalTypes.table} t on t.developer_id = $1 and t.key = u.key)`,
    `goal as materialized (select ${mapped.group} as g, session_id, goal_type_id, achieved_at
      from (${goalRows(question, types, draft)}) r ${mapped.joins})`,
    ...steps,
  ];
  const counts = steps.map(
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

/** Rows (group, figures…): none for groups without a value. */
export function spreadStatement(scope: StatementScope, edges: readonly number[], spread: Spread): Statement {
  const draft = new StatementDraft(scope.developerId);
  const question = questionOf(scope, edges, []);
  const mapped = mapLevels(scope.levels, draft);
  const place = groupPlace(mapped);
  const figures = Object.values(spreadFigures).map(({ sql }) => `trim_scale((${sql})::numeric)`);
  const rows = spreadRows(question, spread, place, draft);
  return {
    sql: `${draft.with([`valued as (${rows})`])}
      select g, ${figures.join(', ')} from valued where g is not null group by g`,
    values: draft.values,
    ...readsOf(question, new Map(), [], spread),
  };
}

export function questionOf(
  { where, levels, hasDeltas, registry }: StatementScope,
  edges: readonly number[],
  names: readonly Measure[],
): Question {
  const kinds = kindNamesOf(names).map((name) => registry.of(name));
  return {
    edges,
    path: levels.map(({ ref }) => ref),
    where,
    kinds,
    columns: columnsOf(names),
    registry,
    hasDeltas,
  };
}

export function readsOf(
  question: Question,
  sources: ReturnType<typeof chooseSources>,
  counts: readonly DistinctCount[],
  spread?: Spread,
): Pick<Statement, 'reads' | 'recordsRead' | 'slowedBy'> {
  const { edges, kinds, registry, columns } = question;
  const usage = columns.filter(isUsageColumn);
  const window = (edges.at(-1) as number) - (edges[0] as number);
  const ofUsage =
    usage.length > 0 && indexedConditionSql(usage) === undefined ? [registry.of(USAGE_KIND)] : [];
  const ofSpread = spread ? [registry.of(spreadValues[spread.of].kind)] : [];
  const spans = new Map([...ofUsage, ...ofSpread].map((kind) => [kind, window]));
  for (const [kind, source] of [sources, ...counts.map((one) => one.sources)].flatMap((all) => [...all]))
    spans.set(kind, Math.max(spans.get(kind) ?? 0, recordSpan(source)));
  const fromRecords = counts.filter((one) => [...one.sources.values()].some(({ of }) => of === 'records'));
  return {
    reads: [
      ...(kinds.length > 0 ? [describeSources(sources.values())] : []),
      ...counts.map((one) => `${one.name} from ${describeSources(one.sources.values())}`),
      ...(usage.length > 0 ? ['usage of the events'] : []),
      ...ofSpread.map(({ name }) => `values of the ${name}`),
    ].join('; '),
    slowedBy: slowedBy(question, [
      ...fromRecords.map(({ name }) => name),
      ...(usage.length > 0 ? ['tokens, errors and computed costs'] : []),
      ...(spread ? ['the spread'] : []),
    ]),
    recordsRead: [...spans].map(([kind, span]) => ({ span, kinds: [kind] })),
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

export function baseNames(names: readonly Measure[]): string[] {
  return [...columnsOf(names), ...distinctIn(names)];
}

export function baseSql(names: readonly Measure[], kinds: KindRegistry, removed: RemovedSql): string[] {
  const sums = columnsOf(names).map((name) => `${baseColumnSql(name, kinds, removed)} as ${name}`);
  return [...sums, ...distinctIn(names).map(distinctSql)];
}

function measuresSql(names: readonly Measure[], parent: string): string {
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
