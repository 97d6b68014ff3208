import type { RecordKind } from '../kinds/record-kind.ts';
import { cuts, factSql, grains, rollups } from '../rollups/rollup-sql.ts';
import type { Question, Source } from './choose-source.ts';
import type { Correction, Grain, Scan } from './coverage.ts';
import type { Placement } from './levels.ts';
import { separatesRefunds } from './measures.ts';
import { bucketing, type RowKeys, recordKeys, rollupKeys } from './row-keys.ts';
import { recordConditions, rollupConditions } from './slice-conditions.ts';
import type { StatementDraft } from './statement-draft.ts';
import { indexedConditionSql, isUsageColumn, USAGE_KIND, usageCode, usageSumSql } from './usage-columns.ts';

/** Rows of one table, whose alias is `r`, and their sums. */
type Read = RowKeys & {
  from: string;
  /** Finds rows by an index. */
  scope: string;
  /** Filters the rows. */
  where: string[];
  time: string;
  fact: string;
  /** Columns that `sums` need, which are SQL of aggregates by name. */
  columns: string;
  sums: Readonly<Record<string, string>>;
};

/** SQL of the condition on sums: corrections at edges may leave groups and buckets without records. */
export const HAS_RECORDS = 'sum(count) > 0';

/** SQL of rows (b, …columns of the placement, fact, total, count), which may repeat, with negative sums. */
export function sumRows(
  question: Question,
  sources: ReadonlyMap<RecordKind, Source>,
  place: Placement,
  draft: StatementDraft,
): string {
  const selects = [...sources].flatMap(([kind, { of, coverage }]) => {
    const { scan, pieces } = coverage;
    const readsAt = (grain: Grain) =>
      of === 'records' || grain === 'records'
        ? readsOfRecords(question, kind, draft)
        : readsOfRollups(question, kind, { of, grain }, draft);
    return [
      ...(scan ? readsAt(scan.grain).map((read) => scanRows(read, scan, place, draft)) : []),
      ...[...pieces].flatMap(([grain, list]) =>
        readsAt(grain).map((read) => pieceRows(read, { grain, list }, place, draft)),
      ),
    ];
  });
  const none = place.columns.map(({ name, type }) => `null::${type} as ${name}, `).join('');
  const nothing = `select 0 as b, ${none}0::smallint as fact, 0::numeric as total, 0::numeric as count where false`;
  return [nothing, ...selects, ...usageRows(question, place, draft)].join('\nunion all\n');
}

/** None if the filter removes the kind. */
function readsOfRecords(question: Question, kind: RecordKind, draft: StatementDraft): Read[] {
  const where = recordConditions(kind, question.where, draft);
  if (!where) return [];
  const { table, time, amount } = kind;
  const read = {
    ...recordKeys(kind, question.path, draft),
    from: `${table} r`,
    scope: 'r.developer_id = $1',
    where,
    time: `r.${time.column}`,
    fact: separatesRefunds(question.columns, kind) ? factSql(kind, 'r.') : String(kind.facts[0]),
    columns: amount ? `r.${amount.column} as amount` : '',
    sums: {
      total: amount ? 'coalesce(sum(r.amount), 0)' : '0::numeric',
      count: 'count(*)::numeric',
    },
  };
  return [read];
}

/** The rollups, and those of unfolded deltas. */
function readsOfRollups(
  question: Question,
  kind: RecordKind,
  { of, grain }: { of: Exclude<Source['of'], 'records'>; grain: Exclude<Grain, 'records'> },
  draft: StatementDraft,
): Read[] {
  const { facts } = kind;
  const read = {
    ...rollupKeys(kind, question.path, draft),
    scope: `r.developer_id = $1 and r.cut = ${cuts[of]} and r.fact in (${facts}) and r.grain = ${grains[grain]}`,
    where: rollupConditions(kind, question.where, draft),
    time: 'r.bucket',
    fact: separatesRefunds(question.columns, kind) ? 'r.fact' : String(facts[0]),
    columns: 'r.total, r.count',
    sums: { total: 'coalesce(sum(r.total), 0)', count: 'coalesce(sum(r.count), 0)' },
  };
  const unfolded = question.hasDeltas ? [draft.unfolded(of, question.edges)] : [];
  return [rollups, ...unfolded].map((table) => ({ ...read, from: `${table} r` }));
}

function scanRows(read: Read, scan: Scan, place: Placement, draft: StatementDraft): string {
  const [lo, hi] = [draft.instant(scan.from), draft.instant(scan.to)];
  const bucket = bucketing(scan.thresholds, draft)(read.time);
  const inScan = `${read.time} >= ${lo} and ${read.time} < ${hi}`;
  return placedSums(read, rowsOf(read, bucket, [inScan]), place);
}

/**
 * Sums rows (b, k0, k1, …, fact) by group. They join the groups first, so that they are summed once, unless there are none to join
 * or the keys are those of sums.
 */
function placedSums(read: Read, rows: string, place: Placement): string {
  const { keys, sums } = read;
  const isSummedFirst =
    place.depth === 0 || keys.some(({ ofSum, isConstant }, i) => ofSum || (isConstant && i < place.depth));
  if (isSummedFirst) return placed(sumsByKey(read, rows), read, place);
  const columns = ['b', ...place.columns.map(({ sql, name }) => `${sql} as ${name}`), 'fact'];
  return `select ${[...columns, ...named(sums)].join(', ')} from (${rows}) r ${place.joins} group by ${ordinals(columns.length)}`;
}

/** Sums rows by their own keys. Constants are no keys of groups. */
function sumsByKey({ keys, fact, sums }: Read, rows: string): string {
  const varying = [
    'b',
    ...keys.flatMap(({ isConstant }, i) => (isConstant ? [] : [`k${i}`])),
    ...(isNumber(fact) ? [] : ['fact']),
  ];
  const constant = [
    ...keys.flatMap(({ isConstant, sql }, i) => (isConstant ? [`${sql} as k${i}`] : [])),
    ...(isNumber(fact) ? [`${fact}::smallint as fact`] : []),
  ];
  return `select ${[...varying, ...constant, ...named(sums)].join(', ')} from (${rows}) r group by ${ordinals(varying.length)}`;
}

/** Joins sums (b, k0, k1, …, fact, …) to their groups. */
function placed(rows: string, { keys, sums }: Pick<Read, 'keys' | 'sums'>, place: Placement): string {
  const others = ['b', 'fact', ...Object.keys(sums)];
  const inner = keys.some(({ ofSum }) => ofSum)
    ? `select ${[...others, ...keys.map(({ ofSum }, i) => `${ofSum?.(`k${i}`) ?? `k${i}`} as k${i}`)].join(', ')} from (${rows}) y`
    : rows;
  const columns = place.columns.map(({ sql, name }) => `${sql} as ${name}`);
  return `select ${['b', ...columns, 'fact', ...Object.keys(sums)].join(', ')} from (${inner}) r ${place.joins}`;
}

/** Reads each piece separately, as a join may read everything between them. */
function pieceRows(
  read: Read,
  { grain, list }: { grain: Grain; list: readonly Correction[] },
  place: Placement,
  draft: StatementDraft,
): string {
  const inOrder = list.toSorted((a, b) => a.from - b.from);
  const buckets = (pick: (piece: Correction) => number | null) => draft.add(inOrder.map(pick), 'int[]');
  const [los, his, plus, minus] = [
    draft.instants(inOrder.map(({ from }) => from)),
    draft.instants(inOrder.map(({ to }) => to)),
    buckets((piece) => piece.plus),
    buckets((piece) => piece.minus),
  ];
  const keys = read.keys.map((_, i) => `y.k${i}, `).join('');
  const shown = `select s.b, ${keys}y.fact, s.sign * y.total as total, s.sign * y.count as count`;
  const signed = (added: string, taken: string) =>
    `cross join lateral (values (${added}, 1), (${taken}, -1)) s(b, sign) where s.b is not null`;
  // The CTE of deltas has no index, so one read serves all pieces. A row is in at most one.
  if (read.from.startsWith('unfolded')) {
    const inPiece = `${read.time} < (${his})[width_bucket(${read.time}, ${los})]`;
    const sums = sumsByKey(read, rowsOf(read, `width_bucket(${read.time}, ${los})`, [inPiece]));
    return placed(`${shown} from (${sums}) y ${signed(`(${plus})[y.b]`, `(${minus})[y.b]`)}`, read, place);
  }
  const inPiece = `${read.time} >= p.lo and ${read.time} < p.hi`;
  // Finds the records of a piece by time: pieces are short.
  const rows =
    grain === 'records'
      ? rowsOf(
          {
            ...read,
            from: `(select * from ${read.from} where ${read.scope} and ${inPiece} offset 0) r`,
            scope: 'true',
          },
          '0',
          [],
        )
      : rowsOf(read, '0', [inPiece]);
  return placed(
    `${shown}
    from unnest(${[los, his, plus, minus].join(', ')}) p(lo, hi, plus, minus)
    cross join lateral (${sumsByKey(read, rows)}) y ${signed('p.plus', 'p.minus')}`,
    read,
    place,
  );
}

/** SQL of rows (b, k0, k1, …, fact, …columns). */
function rowsOf(
  { from, joins, keys, fact, columns, scope, where }: Read,
  bucket: string,
  conditions: string[],
): string {
  const keyed = keys.map(({ sql }, i) => `${sql} as k${i}`);
  const selected = [`${bucket} as b`, ...keyed, `(${fact})::smallint as fact`, ...(columns ? [columns] : [])];
  return `select ${selected.join(', ')} from ${from} ${joins} where ${[scope, ...conditions, ...where].join(' and ')}`;
}

const named = (sums: Read['sums']) => Object.entries(sums).map(([name, sql]) => `${sql} as ${name}`);
const isNumber = (sql: string) => /^\d+$/.test(sql);
const ordinals = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(', ');

/** Sums of usage, whose count is 0. None if nothing asks for them. */
function usageRows(question: Question, place: Placement, draft: StatementDraft): string[] {
  const usage = question.columns.filter(isUsageColumn);
  const kind = question.registry.of(USAGE_KIND);
  const [read] = usage.length > 0 ? readsOfRecords({ ...question, columns: [] }, kind, draft) : [];
  if (!read) return [];
  const [from, to] = [question.edges[0] as number, question.edges.at(-1) as number];
  const scan: Scan = { grain: 'records', from, to, thresholds: question.edges.slice(0, -1) };
  const indexed = indexedConditionSql(usage);
  const ofUsage = {
    ...read,
    where: [...(indexed === undefined ? [] : [indexed]), ...read.where],
    columns: 'r.*',
    sums: Object.fromEntries(usage.map((name) => [name, `coalesce(${usageSumSql(name)}, 0)::numeric`])),
  };
  const columns = place.columns.map(({ name }) => `u.${name}, `).join('');
  const facts = usage.map((name) => `(${usageCode(name)}::smallint, u.${name})`);
  return [
    `select u.b, ${columns}f.fact, f.total, 0::numeric as count from (${scanRows(ofUsage, scan, place, draft)}) u
    cross join lateral (values ${facts.join(', ')}) f(fact, total)`,
  ];
}
