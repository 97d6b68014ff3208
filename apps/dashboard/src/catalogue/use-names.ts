import { useQueries } from '@tanstack/react-query';
import { type Dimension, dimensionNames } from '../kinds/dimensions.ts';
import { loadName } from './name-loader.ts';

const FRESH_FOR = 60_000;

/** Keys whose names are wanted, by dimension. */
export type WantedNames = { readonly [Each in Dimension]?: readonly string[] };

export type NameLookup = {
  nameOf: (dimension: Dimension, key: string) => string | null;
  /** Whether no name is loading. */
  isReady: boolean;
};

/** Looks up names by key, those of a dimension in one request. */
export function useNames(wanted: WantedNames): NameLookup {
  const asked = dimensionNames.flatMap((dimension) =>
    [...new Set(wanted[dimension])].map((key) => ({ dimension, key })),
  );
  const answers = useQueries({
    queries: asked.map(({ dimension, key }) => ({
      queryKey: ['members', dimension, 'name', key],
      queryFn: () => loadName(dimension, key),
      staleTime: FRESH_FOR,
    })),
  });
  const names = new Map(
    asked.map(({ dimension, key }, index) => [idOf(dimension, key), answers[index]?.data ?? null]),
  );
  return {
    nameOf: (dimension, key) => names.get(idOf(dimension, key)) ?? null,
    isReady: !answers.some(({ isLoading }) => isLoading),
  };
}

function idOf(dimension: Dimension, key: string): string {
  return `${dimension} ${key}`;
}
