import { dimensionGroupedBy, dimensionNames } from '../kinds/dimensions.ts';
import { filterText } from '../where/filter-text.ts';
import type { Filter } from '../where/filters.ts';
import { useNames } from './use-names.ts';

/** Filters in words, with the names of members in place of their keys. */
export function useFilterTexts(filters: readonly Filter[]): string[] {
  const named = filters.map((filter) => ({
    filter,
    dimension: dimensionGroupedBy(filter.dimension),
  }));
  const keysOf = (wanted: string) =>
    named.flatMap(({ filter, dimension }) => (dimension === wanted ? filter.values : []));
  const { nameOf } = useNames(Object.fromEntries(dimensionNames.map((name) => [name, keysOf(name)])));
  return named.map(({ filter, dimension }) =>
    filterText(filter, (key) => (dimension ? nameOf(dimension, key) : null)),
  );
}
