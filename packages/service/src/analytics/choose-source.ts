import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { Cut } from '../rollups/rollup-sql.ts';
import { type Coverage, cellLengths, coverWindow, type Grain } from './coverage.ts';
import type { Conditions, DimensionRef } from './slice-conditions.ts';
import type { UsageColumn } from './usage-columns.ts';

export type Question = {
  /** Starts of window and later buckets, and the end. */
  edges: readonly number[];
  /** Outermost first. */
  path: readonly DimensionRef[];
  where: Conditions;
  kinds: readonly RecordKind[];
  /** Sums over model calls, which no rollup has. */
  usage: readonly UsageColumn[];
  /** All kinds: sessions are counted over them. */
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

export function chooseSource({ edges, path, where }: Question): Source {
  const of = cutFor(path, where);
  const sources = grainsOf[of].map((grains) => ({ of, coverage: coverWindow(edges, grains) }));
  return sources.reduce((best, source) => (rowsRead(source) < rowsRead(best) ? source : best));
}

/** The cut that has every dimension of a question, else the records. */
function cutFor(path: readonly DimensionRef[], { dimensions, amount }: Conditions): Source['of'] {
  const named = new Set([...path, ...dimensions].map(({ dimension }) => dimension.rollup?.cut));
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
export function describeSource({ of, coverage: { scan, pieces } }: Source): string {
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
