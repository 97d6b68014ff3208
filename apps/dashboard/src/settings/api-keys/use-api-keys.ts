import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, type Outputs, trpc } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

export type ApiKey = Outputs['apiKeys']['list']['items'][number];

const PAGE = 1000;

/** All keys: those that are not revoked first, since a key must be seen to be revoked. */
export const apiKeysQuery = queryOptions({
  queryKey: trpc.apiKeys.list.queryKey({}),
  queryFn: async ({ signal }) => {
    const items: ApiKey[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.apiKeys.list.query({ limit: PAGE, cursor }, { signal });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const [revoked, others] = [items.filter(isRevoked), items.filter((key) => !isRevoked(key))];
    return { items: [...others, ...revoked], nextCursor: null };
  },
});

function isRevoked({ revokedAt }: ApiKey): boolean {
  return revokedAt !== null;
}

export function useApiKeys() {
  return useQuery(apiKeysQuery);
}

export function refetchKeys(): Promise<void> {
  return queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
}

export type KeyState = 'active' | 'replaced' | 'ending' | 'expired' | 'revoked';

const SOON = 7 * 86_400_000;

/** Whether a key works, and whether it will for long. One that was replaced has an end. */
export function keyState({ revokedAt, rotatedAt, expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  if (rotatedAt !== null) return 'replaced';
  return left < SOON ? 'ending' : 'active';
}

/** Whether the server accepts a key. */
export function isUsable(key: ApiKey): boolean {
  return !['expired', 'revoked'].includes(keyState(key));
}
