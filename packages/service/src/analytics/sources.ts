import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import type { cuts } from '../rollups/rollup-rows.ts';
import type { Conditions, DimensionRef } from './conditions.ts';
import { type Coverage, cellLengths, coverWindow, type Grain } from './coverage.ts';
import { dimensionOf } from './dimensions.ts';

/** What a statement sums up: which records, in which buckets, by which keys. */
export type Question = {
  /** The window's start, the starts of its buckets after the first, and its end. */
  edges: readonly number[];
  /** The dimensions of the groups, outermost first. */
  path: readonly DimensionRef[];
  where: Conditions;
  /** The kinds of records that are summed. */
  kinds: readonly LedgerKind[];
  /** Every kind of record: sessions are counted over all. */
  registry: KindRegistry;
  /** Whether there are facts that are noted and not folded into the rollups. */
  hasNotes: boolean;
};

/** Where the sums come from: one cut of the rollups with its grains, or the records. */
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

/** How many rows a cut is taken to have in each cell, to compare sources by. A developer has few agents. */
const KEYS_PER_CELL = { whole: 1, agent: 25, customer: 1000 } as const;
/** How many records a quarter of an hour is taken to have. */
const RECORDS_PER_QUARTER = 200;

/** The source that reads least. */
export function chooseSource({ edges, path, where }: Question): Source {
  const sources = cutsFor(path, where).flatMap((cut) =>
    grainsOf[cut].map((grainList) => ({ cut, coverage: coverWindow(edges, grainList) })),
  );
  return sources.reduce((best, source) => (rowsRead(source) < rowsRead(best) ? source : best));
}

/** The cuts that know every dimension of a question; the records if there are none. */
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

/** What a source reads, in words for the plan. */
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

/** Milliseconds of the window whose records are read one by one. */
export function recordSpan({ coverage: { scan, pieces } }: Source): number {
  const lists = (pieces.get('records') ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists + (scan?.grain === 'records' ? scan.to - scan.from : 0);
}
