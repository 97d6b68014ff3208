import { DAY, type Span } from './calendar.ts';

/** Rollups of a UTC day or quarter of an hour, or records. */
export type Grain = 'day' | 'quarter' | 'records';

export const cellLengths: Record<Exclude<Grain, 'records'>, number> = { day: DAY, quarter: 900_000 };

/** One contiguous read. Times from `thresholds[i]` to the next count for bucket `i`. */
export type Scan = Span & { grain: Grain; thresholds: readonly number[] };

/** Added to one bucket, subtracted from another, or both. */
export type Correction = Span & { plus: number | null; minus: number | null };

export type Coverage = { scan: Scan | undefined; pieces: ReadonlyMap<Grain, readonly Correction[]> };

/**
 * Reads the coarsest grain. A cell that an edge cuts counts for the bucket with most of it; the smaller part is read finer
 * and moved. `edges` are the window's start, the later buckets' starts, and its end.
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
  const pieces = new Map<Grain, Correction[]>();
  for (const piece of cut.pieces) addPiece(pieces, piece, finer);
  return { scan, pieces };
}

/** Owners of cut cells; null where the parts are read instead. */
type CutCells = { owners: Map<number, number | null>; pieces: Correction[] };

function cutCells(edges: readonly number[], length: number): CutCells {
  const owners = new Map<number, number | null>();
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
    // The cheaper way: read what counts, or count the cell and read the rest.
    const isOwned = sumOf(rest) < sumOf(inside);
    owners.set(cell, isOwned ? largest.bucket : null);
    for (const { from, to, bucket } of isOwned ? rest : inside) {
      pieces.push({ from, to, plus: bucket, minus: isOwned ? largest.bucket : null });
    }
  }
  return { owners, pieces };
}

/** Contiguous, as only the first and last cell may not count. */
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
  // A bucket starts at the first cell that counts for it or a later one.
  const thresholds = edges.slice(0, -1).map((edge, bucket) => {
    const owner = owners.get(floor(edge));
    const isCut = mod(edge, length) !== 0;
    return isCut && owner !== undefined && owner !== null && owner < bucket
      ? floor(edge) + length
      : floor(edge);
  });
  return { grain, from, to, thresholds };
}

/** Whole cells of the next grain; records at the ends. */
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
