import { useQuery } from '@tanstack/react-query';
import { type Outputs, trpc } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

export type ApiKey = Outputs['apiKeys']['list']['items'][number];

export const apiKeysQuery = trpc.apiKeys.list.queryOptions({});

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
