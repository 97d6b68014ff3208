import { goalTypes as types } from '../catalogue/goal-types.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import { cuts, factSql, grains, rollups } from '../rollups/rollup-sql.ts';
import type { Question, Source } from './choose-source.ts';
import type { Correction, Grain, Scan } from './coverage.ts';
import type { Parameters } from './parameters.ts';
import { absent, bucketing, keyType, present, recordKeySql } from './row-keys.ts';
import { type DimensionRef, recordConditions, rollupConditions } from './slice-conditions.ts';
import type { StatementDraft } from './statement-draft.ts';
import { usageRows } from './usage-rows.ts';

export function tableOf({ dimension }: DimensionRef): string | undefined {
  return dimension.table;
}

const keyNames = (path: readonly DimensionRef[]) => path.map((_, i) => `k${i}`);

/**
 * SQL of rows (b, k0, k1, …, fact, total, count), which may repeat a bucket and keys, with negative sums.
 */
export function sumRows(question: Question, { of, coverage }: Source, draft: StatementDraft): string {
  const { scan, pieces } = coverage;
  const selects = scan ? scanRows(question, of, scan, draft) : [];
  for (const [grain, list] of pieces) selects.push(...pieceRows(question, { of, grain, list }, draft));
  const nothing = `select 0 as b, ${question.path.map((ref, i) => `'${absent[keyType(ref)]}'::${keyType(ref)} as k${i}, `).join('')}0::smallint as fact, 0::numeric as total, 0::numeric as count where false`;
  return [nothing, ...selects, ...usageRows(question, draft)].join('\nunion all\n');
}

function scanRows(question: Question, of: Source['of'], scan: Scan, draft: StatementDraft): string[] {
  const { grain, from, to, thresholds } = scan;
  const [lo, hi] = [draft.instant(from), draft.instant(to)];
  const bucketOf = bucketing(thresholds, draft);
  return reads(question, { of, grain }, draft).flatMap((read) => {
    const columns = [`${bucketOf(read.time)} as b`, ...summed(read)];
    return [read.from, ...read.unfolded].map(
      (from) => `select ${columns.join(', ')}
      from ${from} where ${[...read.scope, ...read.where, `${read.time} >= ${lo} and ${read.time} < ${hi}`].join(' and ')}
      group by ${ordinals(read.keys.length + 2)}`,
    );
  });
}

/** Reads each piece separately, as a join may read everything between them. */
function pieceRows(
  question: Question,
  { of, grain, list }: { of: Source['of']; grain: Grain; list: readonly Correction[] },
  draft: StatementDraft,
): string[] {
  const keys = keyNames(question.path).map((name) => `y.${name}, `);
  const inOrder = list.toSorted((a, b) => a.from - b.from);
  const buckets = (pick: (piece: Correction) => number | null) => draft.add(inOrder.map(pick), 'int[]');
  const [los, his, plus, minus] = [
    draft.instants(inOrder.map(({ from }) => from)),
    draft.instants(inOrder.map(({ to }) => to)),
    buckets((piece) => piece.plus),
    buckets((piece) => piece.minus),
  ];
  const signed = (added: string, taken: string) =>
    `cross join lateral (values (${added}, 1), (${taken}, -1)) s(b, sign) where s.b is not null`;
  return reads(question, { of, grain }, draft).flatMap((read) => {
    const span = [...read.scope, `${read.time} >= p.lo and ${read.time} < p.hi`].join(' and ');
    // Finds the records of a piece by time: pieces are short.
    const rows =
      grain === 'records'
        ? `(select * from ${read.from} where ${span} offset 0) r`
        : `${read.from} where ${span}`;
    const conditions = read.where.map((condition, i) =>
      i === 0 && grain === 'records' ? ` where ${condition}` : ` and ${condition}`,
    );
    const ofPiece = `select ${summed(read).join(', ')}
      from ${rows}${conditions.join('')} group by ${ordinals(read.keys.length + 1)}`;
    const shown = `select s.b, ${keys.join('')}y.fact, s.sign * y.total, s.sign * y.count`;
    // The CTE of deltas has no index, so one read serves all pieces. A row is in at most one.
    const inPiece = `${read.time} < (${his})[width_bucket(${read.time}, ${los})]`;
    const unfolded = read.unfolded.map(
      (from) => `${shown}
      from (select ${[...summed(read), `width_bucket(${read.time}, ${los}) as i`].join(', ')}
        from ${from} where ${[...read.scope, ...read.where, inPiece].join(' and ')}
        group by ${ordinals(read.keys.length + 1)}, i) y
      ${signed(`(${plus})[y.i]`, `(${minus})[y.i]`)}`,
    );
    return [
      `${shown}
      from unnest(${[los, his, plus, minus].join(', ')}) p(lo, hi, plus, minus)
      cross join lateral (${ofPiece}) y ${signed('p.plus', 'p.minus')}`,
      ...unfolded,
    ];
  });
}

type Read = {
  from: string;
  /** Further `from` clauses, of unfolded deltas: their sums are read by the same conditions and added. */
  unfolded: string[];
  time: string;
  keys: string[];
  fact: string;
  total: string;
  count: string;
  /** `scope` finds rows by an index, `where` filters them. */
  scope: string[];
  where: string[];
};

function summed({ keys, fact, total, count }: Read): string[] {
  return [...keys, `${fact} as fact`, `${total} as total`, `${count} as count`];
}

/** One read for each kind. */
function reads(
  question: Question,
  { of, grain }: { of: Source['of']; grain: Grain },
  draft: StatementDraft,
): Read[] {
  const { path, where, kinds } = question;
  if (of !== 'records' && grain !== 'records') {
    const conditions = rollupConditions(where, draft);
    const keys = path.map((ref, i) => `${rollupKeySql(ref, draft)} as k${i}`);
    return kinds.map(({ facts }) => ({
      from: `${rollups} x`,
      unfolded: question.hasDeltas ? [`${draft.unfolded(of, question.edges)} x`] : [],
      time: 'x.bucket',
      keys,
      fact: facts.length === 1 ? `${facts[0]}::smallint` : 'x.fact',
      total: 'sum(x.total)',
      count: 'sum(x.count)',
      scope: [
        'x.developer_id = $1',
        `x.cut = ${cuts[of]}`,
        `x.fact in (${facts})`,
        `x.grain = ${grains[grain]}`,
      ],
      where: conditions,
    }));
  }
  return kinds.flatMap((kind) => {
    const conditions = recordConditions(kind, where, draft);
    if (!conditions) return [];
    const { table, time, amount } = kind;
    return [
      {
        from: `${table} r`,
        unfolded: [],
        time: `r.${time.column}`,
        keys: path.map((ref, i) => `${recordKeySql(kind, ref, draft)} as k${i}`),
        fact: `(${factSql(kind, 'r.')})::smallint`,
        total: amount ? `coalesce(sum(r.${amount.column}), 0)` : '0::numeric',
        count: 'count(*)::numeric',
        scope: ['r.developer_id = $1'],
        where: conditions,
      },
    ];
  });
}

const ordinals = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(', ');

function rollupKeySql(ref: DimensionRef, parameters: Parameters): string {
  const { rollup, hasKey } = ref.dimension;
  const sql = rollup?.sql(hasKey ? parameters.add(ref.metadataKey, 'text') : '') ?? 'null';
  return hasKey ? present(sql, 'text') : sql;
}

/** SQL of rows (b, k0, k1, …, session_id), which may repeat. */
export function sessionRows({ edges, path, where, registry }: Question, parameters: Parameters): string {
  const from = parameters.instant(edges[0] as number);
  const to = parameters.instant(edges.at(-1) as number);
  const bucketOf = bucketing(edges.slice(0, -1), parameters);
  const selects = registry.all.flatMap((kind) => {
    const conditions = recordConditions(kind, where, parameters);
    const sessionId = columnOfDimension(kind, sessions.table);
    if (!conditions || !sessionId) return [];
    const time = `r.${kind.time.column}`;
    const keys = path.map((ref, i) => `${recordKeySql(kind, ref, parameters)} as k${i}`);
    const all = [
      'r.developer_id = $1',
      `${time} >= ${from}`,
      `${time} < ${to}`,
      `r.${sessionId} is not null`,
      ...conditions,
    ];
    return [
      `select ${[`${bucketOf(time)} as b`, ...keys, `r.${sessionId} as session_id`].join(', ')} from ${kind.table} r where ${all.join(' and ')}`,
    ];
  });
  const nothing = `select 0 as b, ${path.map((ref, i) => `'${absent[keyType(ref)]}'::${keyType(ref)} as k${i}, `).join('')}null::uuid as session_id where false`;
  return [nothing, ...selects].join('\nunion all\n');
}

/** SQL of rows (k0, k1, …, session_id, goal_type_id, achieved_at). Skips goals without a session. */
export function goalRows(
  { edges, path, where, registry }: Question,
  goalTypes: string,
  parameters: Parameters,
): string {
  const kind = registry.of('goals');
  const time = `r.${kind.time.column}`;
  const typeId = `r.${columnOfDimension(kind, types.table)}`;
  const sessionId = `r.${columnOfDimension(kind, sessions.table)}`;
  const conditions = recordConditions(kind, where, parameters) ?? ['false'];
  const keys = path.map((ref, i) => `${recordKeySql(kind, ref, parameters)} as k${i}`);
  const all = [
    'r.developer_id = $1',
    `${time} >= ${parameters.instant(edges[0] as number)}`,
    `${time} < ${parameters.instant(edges.at(-1) as number)}`,
    `${typeId} = any(${goalTypes})`,
    `${sessionId} is not null`,
    ...conditions,
  ];
  const columns = [
    ...keys,
    `${sessionId} as session_id`,
    `${typeId} as goal_type_id`,
    `${time} as achieved_at`,
  ];
  return `select ${columns.join(', ')} from ${kind.table} r where ${all.join(' and ')}`;
}
