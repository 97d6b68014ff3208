import { DAY, type Span } from './calendar.ts';

/** What one read takes: rollups of a UTC day or of a quarter of an hour, or single records. */
export type Grain = 'day' | 'quarterHour' | 'records';

export const cellLengths: Record<Exclude<Grain, 'records'>, number> = { day: DAY, quarterHour: 900_000 };

/** One contiguous read. Times between `thresholds[i]` and the next threshold belong to bucket `i`. */
export type Scan = Span & { grain: Grain; thresholds: readonly number[] };

/** Added to one bucket, subtracted from another, or both. */
export type Correction = Span & { plus: number | null; minus: number | null };

export type Coverage = { scan: Scan | undefined; pieces: ReadonlyMap<Grain, readonly Correction[]> };

/**
 * Covers a window with the coarsest cells. If an edge splits a cell, the whole cell is counted for the bucket with its
 * largest part. The other parts are read at a finer grain, subtracted from that bucket and added to their own. If it is
 * cheaper to read only the parts inside the window, the cell is left out and these parts are read instead.
 *
 * For example, a window from 06:00 to midnight takes the whole UTC day and subtracts the six hours before 06:00. A
 * window from 18:00 to midnight leaves the day out and reads six hours by quarter of an hour.
 *
 * `edges` are the start of the window, the starts of its buckets after the first, and the end of the window.
 */
export function coverWindow(edges: readonly number[], grains: readonly Grain[]): Coverage {
  const from = edges[0] as number;
  const to = edges.at(-1) as number;
  const starts = edges.slice(0, -1);
  const [grain = 'records', ...finer] = grains;
  if (grain === 'records') return { scan: { grain, from, to, thresholds: starts }, pieces: new Map() };
  const split = splitCells(edges, cellLengths[grain]);
  const scan = scanOf(grain, edges, split);
  if (!scan) return coverWindow(edges, finer);
  const pieces = new Map<Grain, Correction[]>();
  for (const piece of split.pieces) addPiece(pieces, piece, finer);
  return { scan, pieces };
}

/**
 * `bucketOfCell` has the bucket for which each split cell is counted, or null for a cell that is left out. `pieces` are
 * the parts to read.
 */
type SplitCells = { bucketOfCell: Map<number, number | null>; pieces: Correction[] };

function splitCells(edges: readonly number[], length: number): SplitCells {
  const bucketOfCell = new Map<number, number | null>();
  const pieces: Correction[] = [];
  const cells = Map.groupBy(
    edges.filter((edge) => mod(edge, length) !== 0),
    (edge) => edge - mod(edge, length),
  );
  for (const [cell, points] of cells) {
    const bounds = [cell, ...points, cell + length];
    const parts = bounds.slice(0, -1).map((from, i) => ({
      from,
      to: bounds[i + 1] as number,
      bucket: bucketAt(edges, from),
    }));
    const inside = parts.filter(({ bucket }) => bucket !== null);
    const largest = inside.reduce((best, part) => (lengthOf(part) > lengthOf(best) ? part : best));
    const rest = parts.filter((part) => part !== largest);
    // Either the whole cell is counted and the rest corrected, or only the parts inside the window are read.
    const isCounted = sumOf(rest) < sumOf(inside);
    bucketOfCell.set(cell, isCounted ? largest.bucket : null);
    for (const { from, to, bucket } of isCounted ? rest : inside) {
      pieces.push({ from, to, plus: bucket, minus: isCounted ? largest.bucket : null });
    }
  }
  return { bucketOfCell, pieces };
}

/**
 * The scan of all cells that are counted; undefined if there is none. It has no gaps: a cell is left out only if much
 * of it lies outside the window, and only the first and the last cell reach beyond the window.
 */
function scanOf(
  grain: Exclude<Grain, 'records'>,
  edges: readonly number[],
  { bucketOfCell }: SplitCells,
): Scan | undefined {
  const length = cellLengths[grain];
  const isCounted = (cell: number) => bucketOfCell.get(cell) !== null;
  const floor = (time: number) => time - mod(time, length);
  const first = floor(edges[0] as number);
  const last = floor((edges.at(-1) as number) - 1);
  const from = isCounted(first) ? first : first + length;
  const to = isCounted(last) ? last + length : last;
  if (from >= to) return undefined;
  // A bucket starts at the first cell that counts for it or a later one.
  const thresholds = edges.slice(0, -1).map((edge, bucket) => {
    const bucketOfSplit = bucketOfCell.get(floor(edge));
    const isSplit = mod(edge, length) !== 0;
    return isSplit && bucketOfSplit !== undefined && bucketOfSplit !== null && bucketOfSplit < bucket
      ? floor(edge) + length
      : floor(edge);
  });
  return { grain, from, to, thresholds };
}

/**
 * Divides a piece into whole cells of the next grain, and its two ends into cells of the grains after that or into
 * records.
 */
function addPiece(
  pieces: Map<Grain, Correction[]>,
  piece: Correction,
  [grain = 'records', ...finer]: readonly Grain[],
): void {
  const push = (at: Grain, from: number, to: number) => {
    if (from >= to) return;
    const list = pieces.get(at) ?? [];
    pieces.set(at, list);
    list.push({ ...piece, from, to });
  };
  if (grain === 'records') {
    push(grain, piece.from, piece.to);
    return;
  }
  const length = cellLengths[grain];
  const from = piece.from + mod(-piece.from, length);
  const to = piece.to - mod(piece.to, length);
  if (from >= to) {
    addPiece(pieces, piece, finer);
    return;
  }
  push(grain, from, to);
  addPiece(pieces, { ...piece, to: from }, finer);
  addPiece(pieces, { ...piece, from: to }, finer);
}

/** Null outside the window. */
function bucketAt(edges: readonly number[], time: number): number | null {
  if (time < (edges[0] as number) || time >= (edges.at(-1) as number)) return null;
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= time) low = middle;
    else high = middle;
  }
  return low;
}

const lengthOf = ({ from, to }: Span) => to - from;
const sumOf = (spans: readonly Span[]) => spans.reduce((total, span) => total + lengthOf(span), 0);
/** Modulo that is never negative, also for times before 1970. */
const mod = (value: number, length: number) => ((value % length) + length) % length;
