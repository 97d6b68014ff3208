import { queryOptions } from '@tanstack/react-query';
import { fetchMembers } from './fetch-members.ts';
import type { Group } from './groups.ts';

const MOST = 200;
const FRESH_FOR = 60_000;

/** The latest members of a group, to suggest their keys. */
export function knownMembers(group: Group) {
  return queryOptions({
    queryKey: ['members', group, { limit: MOST }],
    queryFn: async () => (await fetchMembers(group, { limit: MOST })).items,
    staleTime: FRESH_FOR,
  });
}
