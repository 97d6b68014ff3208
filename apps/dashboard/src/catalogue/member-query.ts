import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { waitBriefly } from '../api/wait-briefly.ts';
import type { Dimension } from '../kinds/dimensions.ts';
import { fetchMember } from './fetch-members.ts';

export function memberQuery(dimension: Dimension, key: string) {
  return queryOptions({
    queryKey: ['members', dimension, 'one', key],
    queryFn: () => fetchMember(dimension, key),
  });
}

/** Requests a member while the code of its page loads: a name in place of a long key would move the page. */
export async function loadMember(dimension: Dimension, key: string): Promise<void> {
  await waitBriefly(queryClient.prefetchQuery(memberQuery(dimension, key)));
}
