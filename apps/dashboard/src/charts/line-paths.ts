/** A value of a line; null where there is none. */
export type LineValue = { position: number | null; isPartial: boolean } | undefined;

/** Maps values to pixels: bucket `i` lies between `x(i)` and `x(i + 1)`. */
export type Scale = { x: (index: number) => number; y: (position: number) => number };

/** SVG paths of a line: dashed where a bucket has only a part of its time. */
export type LinePaths = { solid: string; dashed: string };

/** Steps: a horizontal line as wide as the bucket for each value. */
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

/** Straight lines between the middles of neighbouring buckets, with a gap where a bucket has no value. */
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
