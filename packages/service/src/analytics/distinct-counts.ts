import { agents } from '../catalogue/agents.ts';
import { customers } from '../catalogue/customers.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { chooseSources, type Question } from './choose-source.ts';
import type { Placement } from './levels.ts';
import { type DistinctMeasure, distinctIn, type Measure } from './measures.ts';
import { absent, absentSql, bucketing, keyColumns, recordKeys, windowing } from './row-keys.ts';
import { HAS_RECORDS, sumRows } from './row-sql.ts';
import { recordConditions } from './slice-conditions.ts';
import { byKey } from './slice-dimensions.ts';
import type { StatementDraft } from './statement-draft.ts';

/** The members that a measure counts, and the code of its counts among sums: negative, unlike the codes of kinds. */
const counted = {
  sessions: { fact: '-1::smallint', dimension: byKey(sessions) },
  agents: { fact: '-2::smallint', dimension: byKey(agents) },
  customers: { fact: '-3::smallint', dimension: byKey(customers) },
} as const satisfies Record<DistinctMeasure, object>;

/** How many different members one measure counts, read from rollups where they have the members beside the rest of the question. */
export type DistinctCount = {
  name: DistinctMeasure;
  /** That of the figures, of all kinds, and by the member as well. */
  byMember: Question;
  sources: ReturnType<typeof chooseSources>;
};

export function distinctCounts(names: readonly Measure[], question: Question): DistinctCount[] {
  return distinctIn(names).map((name) => {
    const path = [...question.path, { dimension: counted[name].dimension }];
    const byMember = { ...question, path, kinds: question.registry.all, columns: [] };
    return { name, byMember, sources: chooseSources(byMember) };
  });
}

/** SQL of rows (b, …columns of the placement, fact, id), each once. The question is that of the figures. */
export function distinctRows(
  counts: readonly DistinctCount[],
  question: Question,
  place: Placement,
  draft: StatementDraft,
): string {
  const columns = place.columns.map(({ sql, name }) => `${sql} as ${name}`);
  const names = place.columns.map(({ name }) => name);
  const inRollups = counts.flatMap(({ name, byMember, sources }) => {
    const rolled = new Map([...sources].filter(([, { of }]) => of !== 'records'));
    if (rolled.size === 0) return [];
    const member = { name: 'id', type: 'uuid' as const, sql: `r.k${question.path.length}` };
    const rows = sumRows(byMember, rolled, { ...place, columns: [...place.columns, member] }, draft);
    // Corrections at edges may leave members without records.
    return `select ${['b', ...names, `${counted[name].fact} as fact`, 'id'].join(', ')} from (${rows}) s
      where id <> '${absent.uuid}' group by ${['b', ...names, 'id'].join(', ')} having ${HAS_RECORDS}`;
  });
  // Records are read without sums, which nothing needs here.
  const inRecords = `select ${['b', ...columns, 'fact', 'id'].join(', ')} from (${memberRows(counts, question, draft)}) r ${place.joins}`;
  return `select distinct ${['b', ...names, 'fact', 'id'].join(', ')} from (${[inRecords, ...inRollups].join('\nunion all\n')}) d`;
}

/** SQL of rows (b, k0, k1, …, fact, id) of the members that records name, which may repeat. */
function memberRows(
  counts: readonly DistinctCount[],
  { edges, path, where, registry }: Question,
  draft: StatementDraft,
): string {
  const bucketOf = bucketing(edges.slice(0, -1), draft);
  const inWindow = windowing(edges, draft);
  const selects = registry.all.flatMap((kind) => {
    const members = counts.flatMap(({ name, sources }) =>
      sources.get(kind)?.of === 'records' ? memberSql(kind, name) : [],
    );
    const conditions = recordConditions(kind, where, draft);
    if (members.length === 0 || !conditions) return [];
    const { keys, joins } = recordKeys(kind, path, draft);
    const time = `r.${kind.time.column}`;
    const columns = [`${bucketOf(time)} as b`, ...keyColumns(keys), 'm.fact', 'm.id'];
    const all = ['r.developer_id = $1', inWindow(time), 'm.id is not null', ...conditions];
    return `select ${columns.join(', ')} from ${kind.table} r ${joins} cross join lateral (values ${members.join(', ')}) m(fact, id)
      where ${all.join(' and ')}`;
  });
  const none = path.map((ref, i) => `${absentSql(ref)} as k${i}, `).join('');
  return [`select 0 as b, ${none}0::smallint as fact, null::uuid as id where false`, ...selects].join(
    '\nunion all\n',
  );
}

/** SQL of a row (fact, id); none for a kind without such members. */
function memberSql(kind: RecordKind, name: DistinctMeasure): string[] {
  const { fact, dimension } = counted[name];
  const member = dimension.recordSql(kind, '');
  return member ? [`(${fact}, ${member.sql})`] : [];
}

/** SQL of the count of a measure among rows (fact, count). */
export function distinctSql(name: DistinctMeasure): string {
  return `coalesce(sum(count) filter (where fact = ${counted[name].fact}), 0) as ${name}`;
}

/** SQL of the count of a measure among rows (fact, id), where a member may be in several. */
export function recountSql(name: DistinctMeasure): string {
  return `count(distinct id) filter (where fact = ${counted[name].fact}) as ${name}`;
}
