import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { Cut } from '../rollups/rollup-sql.ts';
import { type Coverage, cellLengths, coverWindow, type Grain } from './coverage.ts';
import type { BaseColumn } from './measures.ts';
import { type Conditions, type DimensionRef, hasDimension, removingFilter } from './slice-conditions.ts';

export type Question = {
  /** Starts of window and later buckets, and the end. */
  edges: readonly number[];
  /** Outermost first. */
  path: readonly DimensionRef[];
  where: Conditions;
  kinds: readonly RecordKind[];
  /** Those of kinds, and sums over model calls, which no rollup has. */
  columns: readonly BaseColumn[];
  /** All kinds: members are counted over them. */
  registry: KindRegistry;
  /**
   * Whether there are unfolded deltas. Statements read deltas only then, since that doubles the time to plan them
   * (decision 009).
   */
  hasDeltas: boolean;
};

/** Rollups of one cut, completed from the records at edges, or the records alone. */
export type Source = { of: Cut | 'records'; coverage: Coverage };

const grainsOf: Record<Source['of'], readonly (readonly Grain[])[]> = {
  whole: [
    ['day', 'quarterHour', 'records'],
    ['quarterHour', 'records'],
  ],
  agent: [
    ['day', 'quarterHour', 'records'],
    ['quarterHour', 'records'],
  ],
  customer: [['day', 'records']],
  records: [['records']],
};

/** Estimates for the choice of a source. Developers have few agents. */
const KEYS_PER_CELL = { whole: 1, agent: 25, customer: 1000 } as const;
const RECORDS_PER_QUARTER_HOUR = 200;

/** The cheapest source of each kind that the filter does not remove. */
export function chooseSources(question: Question): ReadonlyMap<RecordKind, Source> {
  const { edges, kinds, where } = question;
  const chosen = new Map<Source['of'], Source>();
  const sourceOf = (of: Source['of']): Source => {
    const sources = grainsOf[of].map((grains) => ({ of, coverage: coverWindow(edges, grains) }));
    return sources.reduce((best, source) => (rowsRead(source) < rowsRead(best) ? source : best));
  };
  const remaining = kinds.filter((kind) => !removingFilter(kind, where));
  return new Map(
    remaining.map((kind) => {
      const of = cutFor(kind, question);
      const source = chosen.get(of) ?? sourceOf(of);
      chosen.set(of, source);
      return [kind, source];
    }),
  );
}

/** The cut that has every dimension of a question that the kind has, else the records. */
function cutFor(kind: RecordKind, { path, where: { dimensions, amount } }: Question): Source['of'] {
  const had = [...path, ...dimensions].filter((ref) => hasDimension(kind, ref));
  const named = new Set(had.map(({ dimension }) => dimension.rollup?.cut));
  const [cut] = named;
  if (amount || named.size > 1) return 'records';
  return named.size === 0 ? 'whole' : (cut ?? 'records');
}

function rowsRead({ of, coverage: { scan, pieces } }: Source): number {
  const rows = (grain: Grain, length: number) =>
    of === 'records' || grain === 'records'
      ? (length / cellLengths.quarterHour) * RECORDS_PER_QUARTER_HOUR
      : Math.ceil(length / cellLengths[grain]) * KEYS_PER_CELL[of];
  const ofPieces = [...pieces].map(([grain, list]) =>
    list.reduce((sum, { from, to }) => sum + rows(grain, to - from), 0),
  );
  return ofPieces.reduce((sum, read) => sum + read, scan ? rows(scan.grain, scan.to - scan.from) : 0);
}

const grainNames = { day: 'day', quarterHour: 'quarter hour' } as const;

/** For the answer's field `plan`. */
export function describeSources(sources: Iterable<Source>): string {
  return [...new Set([...sources].map(describeSource))].join('; ') || 'nothing';
}

function describeSource({ of, coverage: { scan, pieces } }: Source): string {
  const names = new Set([...(scan ? [scan.grain] : []), ...pieces.keys()]);
  const rollups = [...names].flatMap((grain) => (grain === 'records' ? [] : [grainNames[grain]]));
  return [
    ...(rollups.length > 0
      ? [`rollups of ${of === 'whole' ? 'the whole' : `each ${of}`} by ${rollups.join(' and ')}`]
      : []),
    ...(names.has('records') ? ['records'] : []),
  ].join(', edges from ');
}

/** In milliseconds. */
export function recordSpan({ coverage: { scan, pieces } }: Source): number {
  const lists = (pieces.get('records') ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists + (scan?.grain === 'records' ? scan.to - scan.from : 0);
}
