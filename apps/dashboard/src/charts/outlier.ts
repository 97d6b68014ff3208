/** How many times as large as every other value one must be, so that it would leave them too small to read. */
const FACTOR = 4;
/** With fewer values, each of them is readable beside the largest. */
const FEWEST = 4;

/** The largest value that a chart shows in full: the second largest, where one alone is an outlier. Values below zero do not count. */
export function limitOf(values: readonly number[]): number {
  const [largest = 0, second = 0, ...others] = values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const isOutlier = others.length + 2 >= FEWEST && largest > FACTOR * second;
  return isOutlier ? second : largest;
}
