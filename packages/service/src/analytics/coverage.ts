import { DAY, type Span } from './calendar.ts';

/** What sums can be read from: rollups of a UTC day or of a quarter of an hour, or the records themselves. */
export type Grain = 'day' | 'quarter' | 'records';

export const cellLengths: Record<Exclude<Grain, 'records'>, number> = { day: DAY, quarter: 900_000 };

/** One unbroken read. What lies at or after `thresholds[i]` and before the next counts for bucket `i`. */
export type Scan = Span & { grain: Grain; thresholds: readonly number[] };

/** A correction at the edge of a bucket: added to one bucket, taken from another, or both. */
export type Piece = Span & { plus: number | null; minus: number | null };

/** How the buckets of a window are put together. */
export type Coverage = { scan: Scan | undefined; pieces: ReadonlyMap<Grain, readonly Piece[]> };

/**
 * Covers a window with the coarsest of the grains and its edges with the finer ones. A coarse cell that a bucket's edge
 * cuts in two is counted whole for the bucket that has more of it; the lesser part is read at a finer grain, added to
 * its own bucket and taken from the other, so that at most half of a cut cell is read.
 *
 * `edges` are the window's start, the starts of its buckets after the first, and its end.
 */
export function coverWindow(edges: readonly number[], grains: readonly Grain[]): Coverage {
  const from = edges[0] as number;
  const to = edges.at(-1) as number;
  const starts = edges.slice(0, -1);
  const [grain = 'records', ...finer] = grains;
  if (grain === 'records') return { scan: { grain, from, to, thresholds: starts }, pieces: new Map() };
  const cut = cutCells(edges, cellLengths[grain]);
  const scan = scanOf(grain, edges, cut);
  if (!scan) return coverWindow(edges, finer);
  const pieces = new Map<Grain, Piece[]>();
  for (const piece of cut.pieces) addPiece(pieces, piece, finer);
  return { scan, pieces };
}

/** The cells that edges cut, with the bucket that each is counted for (null: none, its parts are read instead). */
type CutCells = { owners: Map<number, number | null>; pieces: Piece[] };

function cutCells(edges: readonly number[], length: number): CutCells {
  const owners = new Map<number, number | null>();
  const pieces: Piece[] = [];
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
    // Reading the parts that count, or counting the cell and reading what does not belong: whatever is less.
    const isOwned = sumOf(rest) < sumOf(inside);
    owners.set(cell, isOwned ? largest.bucket : null);
    for (const { from, to, bucket } of isOwned ? rest : inside) {
      pieces.push({ from, to, plus: bucket, minus: isOwned ? largest.bucket : null });
    }
  }
  return { owners, pieces };
}

/** The unbroken read of all cells that count whole. Cells that do not are the first or the last ones. */
function scanOf(
  grain: Exclude<Grain, 'records'>,
  edges: readonly number[],
  { owners }: CutCells,
): Scan | undefined {
  const length = cellLengths[grain];
  const isCounted = (cell: number) => owners.get(cell) !== null;
  const floor = (time: number) => time - mod(time, length);
  const first = floor(edges[0] as number);
  const last = floor((edges.at(-1) as number) - 1);
  const from = isCounted(first) ? first : first + length;
  const to = isCounted(last) ? last + length : last;
  if (from >= to) return undefined;
  // A bucket begins with the first cell that is counted for it or for a later one.
  const thresholds = edges.slice(0, -1).map((edge, bucket) => {
    const owner = owners.get(floor(edge));
    const isCut = mod(edge, length) !== 0;
    return isCut && owner !== undefined && owner !== null && owner < bucket
      ? floor(edge) + length
      : floor(edge);
  });
  return { grain, from, to, thresholds };
}

/** Whole cells of the next grain, and what sticks out from the records. */
function addPiece(
  pieces: Map<Grain, Piece[]>,
  piece: Piece,
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

/** The bucket that an instant lies in; null outside the window. Edges ascend. */
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
/** Also for times before 1970 the distance from the cell's start. */
const mod = (value: number, length: number) => ((value % length) + length) % length;
