import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { defineCommand } from '../../operations/define.ts';
import { ById } from '../../schema/record-id.ts';
import { ApiKeySummary } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';
import { findKey } from './find-key.ts';
import { revoke } from './key-notices.ts';

export const revokeKey = defineCommand({
  name: 'apiKeys.revoke',
  summary: 'Revoke an API key at once, on every gateway',
  scope: ACCOUNT_SCOPE,
  input: ById,
  output: ApiKeySummary,
  errors: ['Not Found'],
  toSecurityEvent: ({ id, prefix }) => ({ event: 'key_revoked', apiKeyId: id, keyPrefix: prefix }),
  async run({ em, principal }, { id }) {
    const key = await findKey(em, principal.developerId, id);
    await revoke(em, key);
    return toApiKeySummary(key);
  },
});
