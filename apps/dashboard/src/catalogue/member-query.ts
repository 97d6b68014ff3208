import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { waitBriefly } from '../api/wait-briefly.ts';
import { fetchMember } from './fetch-members.ts';
import type { Group } from './groups.ts';

export function memberQuery(group: Group, key: string) {
  return queryOptions({ queryKey: ['members', group, key], queryFn: () => fetchMember(group, key) });
}

/** Requests a member while the code of its page loads: a name in place of a long key would move the page. */
export async function loadMember(group: Group, key: string): Promise<void> {
  await waitBriefly(queryClient.prefetchQuery(memberQuery(group, key)));
}
