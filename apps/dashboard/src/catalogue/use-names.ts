import { useQueries } from '@tanstack/react-query';
import { type Group, groupNames } from './groups.ts';
import { knownMembers } from './known-members.ts';
import { memberQuery } from './member-query.ts';

const FRESH_FOR = 60_000;

/** Keys whose names are wanted, by group. */
export type WantedNames = { readonly [Each in Group]?: readonly string[] };

export type NameLookup = {
  nameOf: (group: Group, key: string) => string | null;
  /** Whether no name is on its way. */
  isReady: boolean;
};

/** Looks up names by key: the latest members come in one list, all others one by one in one request. */
export function useNames(wanted: WantedNames): NameLookup {
  const lists = useQueries({
    queries: groupNames.map((group) => ({
      ...knownMembers(group),
      enabled: (wanted[group]?.length ?? 0) > 0,
    })),
  });
  const names = new Map<string, string | null>();
  const missing: { group: Group; key: string }[] = [];
  for (const [index, group] of groupNames.entries()) {
    const members = lists[index]?.data;
    for (const { key, name } of members ?? []) names.set(idOf(group, key), name);
    for (const key of members ? new Set(wanted[group]) : []) {
      if (!names.has(idOf(group, key))) missing.push({ group, key });
    }
  }
  const found = useQueries({
    queries: missing.map(({ group, key }) => ({
      ...memberQuery(group, key),
      // A deleted member has no name, and its records keep the key.
      retry: false,
      staleTime: FRESH_FOR,
    })),
  });
  for (const [index, { group, key }] of missing.entries()) {
    names.set(idOf(group, key), found[index]?.data?.name ?? null);
  }
  return {
    nameOf: (group, key) => names.get(idOf(group, key)) ?? null,
    isReady: ![...lists, ...found].some(({ isLoading }) => isLoading),
  };
}

function idOf(group: Group, key: string): string {
  return `${group} ${key}`;
}
