/** A value of a line; null where there is none. */
export type LineValue = { position: number | null; isPartial: boolean } | undefined;

/** Where values are drawn: bucket `i` lies between `x(i)` and `x(i + 1)`. */
export type Scale = { x: (index: number) => number; y: (position: number) => number };

/** SVG paths of a line: dashed where a bucket has only a part of its time. */
export type LinePaths = { solid: string; dashed: string };

/** Each value as wide as its bucket. */
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

/** Straight from the middle of a bucket to the middle of the next one; nothing over buckets without a value. */
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
