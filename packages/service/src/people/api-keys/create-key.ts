import { invalidRequest } from '../../base/errors.ts';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { defineCommand } from '../../operations/define.ts';
import { CreateApiKeyInput, NewApiKey } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';
import { isKeyScope } from './key-scopes.ts';
import { makeKey } from './make-key.ts';

export const createKey = defineCommand({
  name: 'apiKeys.create',
  summary: 'Generate an API key',
  description: 'The token is shown in this answer and never again, also not to a retry.',
  scope: ACCOUNT_SCOPE,
  input: CreateApiKeyInput,
  output: NewApiKey,
  isShownOnce: true,
  toSecurityEvent: ({ id, prefix }) => ({ event: 'key_created', apiKeyId: id, keyPrefix: prefix }),
  async run({ em, kinds, principal: { developerId } }, { name, scopes, expiresAt }) {
    const known = kinds.scopes;
    const unknown = scopes.findIndex((scope) => !isKeyScope(scope, known));
    if (unknown >= 0)
      throw invalidRequest([{ field: `scopes.${unknown}`, message: 'is not a scope that a key can have' }]);
    const end = expiresAt == null ? null : new Date(expiresAt);
    const { key, token } = await makeKey(em, { developerId, name, scopes, expiresAt: end });
    return { ...toApiKeySummary(key), token };
  },
});
