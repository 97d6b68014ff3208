import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { cuts } from '../rollups/rollup-sql.ts';
import { type Coverage, cellLengths, coverWindow, type Grain } from './coverage.ts';
import type { Conditions, DimensionRef } from './slice-conditions.ts';
import { dimensionOf } from './slice-dimensions.ts';

export type Question = {
  /** Starts of window and later buckets, and the end. */
  edges: readonly number[];
  /** Outermost first. */
  path: readonly DimensionRef[];
  where: Conditions;
  kinds: readonly RecordKind[];
  /** All kinds: sessions are counted over them. */
  registry: KindRegistry;
  /** Whether there are unfolded deltas (decision 009). */
  hasDeltas: boolean;
};

export type Source = { cut: keyof typeof cuts | 'records'; coverage: Coverage };

const grainsOf: Record<Source['cut'], readonly (readonly Grain[])[]> = {
  whole: [
    ['day', 'quarter', 'records'],
    ['quarter', 'records'],
  ],
  agent: [
    ['day', 'quarter', 'records'],
    ['quarter', 'records'],
  ],
  customer: [['day', 'records']],
  records: [['records']],
};

/** Estimates for the choice of a source. Developers have few agents. */
const KEYS_PER_CELL = { whole: 1, agent: 25, customer: 1000 } as const;
const RECORDS_PER_QUARTER = 200;

export function chooseSource({ edges, path, where }: Question): Source {
  const sources = cutsFor(path, where).flatMap((cut) =>
    grainsOf[cut].map((grainList) => ({ cut, coverage: coverWindow(edges, grainList) })),
  );
  return sources.reduce((best, source) => (rowsRead(source) < rowsRead(best) ? source : best));
}

/** Cuts with every dimension of a question, else the records. */
function cutsFor(path: readonly DimensionRef[], { dimensions, amount }: Conditions): Source['cut'][] {
  const named = new Set([...path, ...dimensions].map(({ dimension }) => dimensionOf(dimension).cut?.name));
  const [cut] = named;
  if (amount || named.size > 1) return ['records'];
  return [named.size === 0 ? 'whole' : (cut ?? 'records')];
}

function rowsRead({ cut, coverage: { scan, pieces } }: Source): number {
  const rows = (grain: Grain, length: number) =>
    cut === 'records' || grain === 'records'
      ? (length / cellLengths.quarter) * RECORDS_PER_QUARTER
      : Math.ceil(length / cellLengths[grain]) * KEYS_PER_CELL[cut];
  const ofPieces = [...pieces].map(([grain, list]) =>
    list.reduce((sum, { from, to }) => sum + rows(grain, to - from), 0),
  );
  return ofPieces.reduce((sum, read) => sum + read, scan ? rows(scan.grain, scan.to - scan.from) : 0);
}

/** For the answer's field `plan`. */
export function describeSource({ cut, coverage: { scan, pieces } }: Source): string {
  const names = new Set([...(scan ? [scan.grain] : []), ...pieces.keys()]);
  const rollups = [...names].filter((grain) => grain !== 'records');
  return [
    ...(rollups.length > 0
      ? [`rollups of ${cut === 'whole' ? 'the whole' : `each ${cut}`} by ${rollups.join(' and ')}`]
      : []),
    ...(names.has('records') ? ['records'] : []),
  ].join(', edges from ');
}

/** In milliseconds. */
export function recordSpan({ coverage: { scan, pieces } }: Source): number {
  const lists = (pieces.get('records') ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists + (scan?.grain === 'records' ? scan.to - scan.from : 0);
}
