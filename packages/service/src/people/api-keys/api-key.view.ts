import type { ApiKey } from './api-key.entity.ts';
import type { ApiKeySummary } from './api-key.schema.ts';
import { shownScopes } from './key-scopes.ts';

export function toApiKeySummary(key: ApiKey): ApiKeySummary {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: shownScopes(key.scopes),
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
  };
}
