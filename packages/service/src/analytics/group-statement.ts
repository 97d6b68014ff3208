import { rowById } from '../database/lookup-sql.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { MAX_POINTS } from './answer-size.ts';
import { chooseSources, type Question, type Source } from './choose-source.ts';
import { type DistinctCount, distinctCounts, distinctRows } from './distinct-counts.ts';
import { foldedSql, type Limits, recountedSql, removedOf, seriesSql } from './group-folding.ts';
import { havingSql, orderedRows, rankedSql } from './group-order.ts';
import type { GroupOrder } from './kinds-of-groups.ts';
import { mapLevels, type Placement } from './levels.ts';
import { columnsOf, distinctIn, type Measure, shownSql } from './measures.ts';
import { absent, keyType } from './row-keys.ts';
import { HAS_RECORDS, sumRows } from './row-sql.ts';
import type { Having } from './slice.schema.ts';
import type { DimensionRef } from './slice-conditions.ts';
import { StatementDraft } from './statement-draft.ts';
import {
  baseNames,
  baseSql,
  questionOf,
  readsOf,
  type Statement,
  type StatementScope,
} from './statements.ts';

/** Marks the groups of the window before, and adds nothing to their sums. No kind has this code. */
const EARLIER = '0::smallint';

type GroupedBy = {
  ref: DimensionRef;
  kinds: readonly RecordKind[];
  having?: Having | undefined;
};

export type GroupQuestion = GroupedBy & {
  first: number;
  offset?: number | undefined;
  /** Limits groups of all parents together. */
  max: number;
  order: GroupOrder;
  names: readonly Measure[];
  series?: { edges: readonly number[]; names: readonly Measure[] } | undefined;
  /** Edges of the window before, whose groups are listed as well. */
  before?: readonly [number, number] | undefined;
  /** Whether other statements need the groups of the rest by key, because `having` leaves groups out. */
  needsKeysOfRest?: boolean;
};

/**
 * Rows (parent, key, label, isOther, raw key, series, measures…): the first groups under each parent. The raw key of the rest is
 * JSON, the keys of its groups, if they are needed and not too long. With `hasSeries`, `series` is JSON, [bucket, measures…][], which saves a second
 * read of the sums.
 */
export function groupStatement(
  scope: StatementScope,
  edges: readonly number[],
  asked: GroupQuestion,
): Statement & { hasSeries: boolean; before: Omit<Statement, 'sql' | 'values'> | undefined } {
  const { ref, first, offset = 0, max, order, names, series, having } = asked;
  const draft = new StatementDraft(scope.developerId);
  const needed = [
    ...new Set([
      ...names,
      ...('measure' in order ? [order.measure] : []),
      ...(having ? [having.measure] : []),
    ]),
  ];
  const { plain, place, isAbsent, removedFrom, sortKey, base } = placeGroups(
    scope,
    edges,
    asked,
    needed,
    draft,
  );
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
  const before = asked.before && readBefore(plain, asked.before, order);
  const last = draft.add(offset + first, 'int');
  const limits: Limits = {
    isShown: [
      `n <= ${last}`,
      ...(offset > 0 ? [`n > ${draft.add(offset, 'int')}`] : []),
      ...(having ? ['kept'] : []),
    ].join(' and '),
    last,
    hasCondition: having !== undefined,
  };
  const { table } = ref.dimension;
  // No measure has these names, so columns are not ambiguous.
  const shownColumns = `t.key as named_key, t.${table === 'sessions' ? 'key' : 'name'} as named_name`;
  const naming = table ? `left join lateral (${rowById(table, 'k', shownColumns)}) named on true` : '';
  const counts = distinctCounts(needed, plain);
  const ordered = orderedRows(order, { plain, place, removed: removedFrom('p', `not (${isAbsent})`) }, draft);
  const ctes = [
    ...(before ? earlierSql(before, place, draft) : []),
    ...groupedSql(
      sumRows(question, sources, place, draft),
      counts.length > 0 ? distinctRows(counts, plain, place, draft) : undefined,
      before !== undefined,
    ),
    base,
    ...ordered.ctes,
    ...rankedSql(ordered, order, having && havingSql(having, draft), { sortKey, last }),
    ...foldedSql(needed, limits, {
      isAbsent,
      removed: removedFrom('p', 'lacks'),
      registry: scope.registry,
      hasKeys: having !== undefined && asked.needsKeysOfRest === true,
    }),
    ...(counts.length > 0
      ? recountedSql(baseNames(needed), distinctIn(needed), limits)
      : ['complete as (select * from folded)']),
    ...(hasSeries
      ? seriesSql(series.names, baseSql(series.names, scope.registry, removedFrom('p', 'lacks')))
      : []),
  ];
  const shownKey = table ? 'named_key' : `substr(k, 2)`;
  const label = table ? 'coalesce(named_name, named_key)' : shownKey;
  const columns: Record<string, string> = {
    p: 'p',
    shown_key: `case when not ${isAbsent} then ${shownKey} end`,
    shown_label: `case when not ${isAbsent} then ${label} end`,
    isother: 'isother',
    raw_key: 'coalesce(k::text, keys)',
    series: hasSeries ? 'list' : 'null',
    ...Object.fromEntries(names.map((name, i) => [`m${i}`, shownSql(name, 'partition by p')])),
    n: 'n',
  };
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`);
  const from = `complete ${hasSeries ? 'full join listed on of = p and place = n' : ''} ${naming}`;
  return {
    sql: `${draft.with(ctes)}
    select ${Object.keys(columns)
      .filter((name) => name !== 'n')
      .join(', ')} from (select ${selected.join(', ')} from ${from}) x
    ${having ? `where n <= ${last} + 1` : ''} order by p, n limit ${max}`,
    values: draft.values,
    hasSeries,
    before: before && {
      ...readsOf(before.question, before.sources, before.counts),
    },
    ...readsOf(question, sources, counts, order.by === 'spread' ? order.spread : undefined),
  };
}

/** Rows (parent, count): how many groups with records each parent has, of those that meet the condition. */
export function groupCountStatement(
  scope: StatementScope,
  edges: readonly number[],
  asked: GroupedBy,
): Statement {
  const { having } = asked;
  const draft = new StatementDraft(scope.developerId);
  const needed = having ? [having.measure] : [];
  const { plain, place, base } = placeGroups(scope, edges, asked, needed, draft);
  const sources = chooseSources(plain);
  const counts = distinctCounts(needed, plain);
  const ctes = [
    ...groupedSql(
      sumRows(plain, sources, place, draft),
      counts.length > 0 ? distinctRows(counts, plain, place, draft) : undefined,
      false,
    ),
    base,
  ];
  return {
    sql: `${draft.with(ctes)}\nselect p, count(*) from base ${having ? `where ${havingSql(having, draft)}` : ''} group by p`,
    values: draft.values,
    ...readsOf(plain, sources, counts),
  };
}

/** The rows of groups, by parent and key. */
function placeGroups(
  scope: StatementScope,
  edges: readonly number[],
  { ref, kinds }: GroupedBy,
  needed: readonly Measure[],
  draft: StatementDraft,
) {
  const path = [...scope.levels.map((level) => level.ref), ref];
  const mapped = mapLevels(scope.levels, draft);
  const place: Placement = {
    ...mapped,
    columns: [
      { name: 'p', type: 'int', sql: mapped.group },
      { name: 'k', type: keyType(ref), sql: `r.k${path.length - 1}` },
    ],
  };
  const isAbsent = `k = '${absent[keyType(ref)]}'`;
  const removedFrom = (group: string, lacks: string) => removedOf(scope, ref, draft, { group, lacks });
  const sums = baseSql(needed, scope.registry, removedFrom('p', `not (${isAbsent})`));
  return {
    plain: { ...questionOf(scope, edges, needed), path, kinds },
    place,
    isAbsent,
    base: `base as (select ${['p', 'k', ...sums].join(', ')} from grouped where p is not null group by p, k having ${HAS_RECORDS})`,
    sortKey: `${ref.dimension.table ? `(${rowById(ref.dimension.table, 'k', 't.key')})` : `nullif(k, '')`} collate "C"`,
    removedFrom,
  };
}

type Before = {
  /** Whether a measure is read, and not only which groups there are. */
  isMeasured: boolean;
  question: Question;
  sources: ReadonlyMap<RecordKind, Source>;
  counts: readonly DistinctCount[];
};

/** The reads of the window before: its groups, and the measure whose change orders them. */
function readBefore(plain: Question, edges: readonly [number, number], order: GroupOrder): Before {
  const names = order.by === 'change' ? [order.measure] : [];
  const question = { ...plain, edges, columns: columnsOf(names) };
  return {
    question,
    sources: chooseSources(question),
    counts: distinctCounts(names, question),
    isMeasured: names.length > 0,
  };
}

function earlierSql(
  { question, sources, counts, isMeasured }: Before,
  place: Placement,
  draft: StatementDraft,
): string[] {
  const rows = sumRows(question, sources, place, draft);
  const sums = isMeasured
    ? `select p, k, fact, sum(total) as total, sum(count) as count from (${rows}) s group by 1, 2, 3`
    : `select p, k, ${EARLIER} as fact, 0 as total, sum(count) as count from (${rows}) s group by 1, 2`;
  const members =
    counts.length > 0
      ? ` union all select p, k, fact, 0, count(*) from (${distinctRows(counts, question, place, draft)}) m group by p, k, fact`
      : '';
  return [`earlier as (${sums}${members})`];
}

/** Rows (b, p, k, fact, total, count) of all groups, those of the window before with sums of 0. */
function groupedSql(rows: string, members: string | undefined, isBeforeListed: boolean): string[] {
  return [
    ...(members === undefined ? [] : [`members as (${members})`]),
    `grouped as (
      select b, p, k, fact, total, count from (${rows}) s
      ${isBeforeListed ? `union all select 0, p, k, ${EARLIER}, 0, sum(count) from earlier where fact >= ${EARLIER} group by p, k having ${HAS_RECORDS}` : ''}
      ${members === undefined ? '' : 'union all select 0, p, k, fact, 0, count(*) from members group by p, k, fact'})`,
  ];
}
