/** Choices of the window that figures are compared with. */
export const comparisons = {
  previous: 'Previous period',
  year: 'Same period last year',
  none: 'No comparison',
} as const;

export type Comparison = keyof typeof comparisons;
export const comparisonNames = Object.keys(comparisons) as Comparison[];

/** The comparison in the URL; absent for the default of the page. */
export type ComparisonSearch = { compare?: Comparison };

/** Leaves the default out of the URL. */
export function comparisonSearch(comparison: Comparison): ComparisonSearch {
  return comparison === 'previous' ? {} : { compare: comparison };
}

export function readComparison({ compare }: Record<string, unknown>): ComparisonSearch {
  const known = comparisonNames.find((name) => name === compare);
  return known ? { compare: known } : {};
}
