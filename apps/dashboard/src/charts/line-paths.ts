/**
 * A value of a line. `position` is null for a bucket without a value, and the whole is undefined where the line has
 * no bucket.
 */
export type LineValue = { position: number | null; isPartial: boolean } | undefined;

/** Turns indices of buckets and values into pixels. Bucket `i` lies between `x(i)` and `x(i + 1)`. */
export type Scale = { x: (index: number) => number; y: (position: number) => number };

/**
 * Two SVG paths that make up a line. The dashed one has the buckets of which only a part lies in the window or has
 * passed.
 */
export type LinePaths = { solid: string; dashed: string };

/**
 * A horizontal line for each value, as wide as its bucket, joined by vertical ones. Sums of a bucket are drawn so,
 * because nothing is known of the time between two buckets.
 */
export function stepPaths(values: readonly LineValue[], { x, y }: Scale): LinePaths {
  const paths = { solid: '', dashed: '' };
  values.forEach((value, index) => {
    if (!isDrawn(value)) return;
    const before = values[index - 1];
    const height = y(value.position);
    const start = isDrawn(before) ? y(before.position) : height;
    paths[value.isPartial ? 'dashed' : 'solid'] +=
      `M${at(x(index), start)}V${round(height)}H${round(x(index + 1))}`;
  });
  return paths;
}

/** Straight lines between the middles of neighbouring buckets. A bucket without a value makes a gap. */
export function straightPaths(values: readonly LineValue[], { x, y }: Scale): LinePaths {
  const paths = { solid: '', dashed: '' };
  values.forEach((value, index) => {
    const before = values[index - 1];
    if (!isDrawn(value) || !isDrawn(before)) return;
    const from = at(middle(x, index - 1), y(before.position));
    const isDashed = value.isPartial || before.isPartial;
    paths[isDashed ? 'dashed' : 'solid'] += `M${from}L${at(middle(x, index), y(value.position))}`;
  });
  return paths;
}

export function middle(x: Scale['x'], index: number): number {
  return (x(index) + x(index + 1)) / 2;
}

function isDrawn(value: LineValue): value is { position: number; isPartial: boolean } {
  return value !== undefined && value.position !== null;
}

function at(x: number, y: number): string {
  return `${round(x)},${round(y)}`;
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}
