import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { fetchMember } from './fetch-members.ts';
import type { Group } from './groups.ts';

/** How long a page waits for the name in its title, in milliseconds. */
const WAIT_FOR = 300;

export function memberQuery(group: Group, key: string) {
  return queryOptions({ queryKey: ['members', group, key], queryFn: () => fetchMember(group, key) });
}

/** Asks for a member while the code of its page is on its way: a name in the place of a long key would move the page. */
export async function loadMember(group: Group, key: string): Promise<void> {
  const asked = queryClient.prefetchQuery(memberQuery(group, key));
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_FOR))]);
}
