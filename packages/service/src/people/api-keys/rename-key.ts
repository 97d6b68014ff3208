import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { defineCommand } from '../../operations/define.ts';
import { ApiKeySummary, RenameApiKeyInput } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';
import { findKey } from './find-key.ts';

export const renameKey = defineCommand({
  name: 'apiKeys.rename',
  summary: 'Rename an API key',
  scope: ACCOUNT_SCOPE,
  input: RenameApiKeyInput,
  output: ApiKeySummary,
  errors: ['Not Found'],
  async run({ em, principal }, { id, name }) {
    const key = await findKey(em, principal.developerId, id);
    key.name = name;
    return toApiKeySummary(key);
  },
});
