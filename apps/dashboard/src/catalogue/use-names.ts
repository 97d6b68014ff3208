import { useQueries } from '@tanstack/react-query';
import { type Group, groupNames } from './groups.ts';
import { loadName } from './name-loader.ts';

const FRESH_FOR = 60_000;

/** Keys whose names are wanted, by group. */
export type WantedNames = { readonly [Each in Group]?: readonly string[] };

export type NameLookup = {
  nameOf: (group: Group, key: string) => string | null;
  /** Whether no name is loading. */
  isReady: boolean;
};

/** Looks up names by key, those of a group in one request. */
export function useNames(wanted: WantedNames): NameLookup {
  const asked = groupNames.flatMap((group) => [...new Set(wanted[group])].map((key) => ({ group, key })));
  const answers = useQueries({
    queries: asked.map(({ group, key }) => ({
      queryKey: ['members', group, key, 'name'],
      queryFn: () => loadName(group, key),
      staleTime: FRESH_FOR,
    })),
  });
  const names = new Map(
    asked.map(({ group, key }, index) => [idOf(group, key), answers[index]?.data ?? null]),
  );
  return {
    nameOf: (group, key) => names.get(idOf(group, key)) ?? null,
    isReady: !answers.some(({ isLoading }) => isLoading),
  };
}

function idOf(group: Group, key: string): string {
  return `${group} ${key}`;
}
