import { defineQuery } from '../kernel/operation.ts';
import { NoInput } from '../kernel/schema/no-input.ts';
import { pageOf } from '../kernel/schema/page.ts';
import { ACCOUNT_SCOPE } from '../kernel/scopes.ts';
import { ApiKey } from './api-key.entity.ts';
import { ApiKeySummary } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';

/** More than anybody reads; the newest. */
const MAX = 1_000;

export const listKeys = defineQuery({
  name: 'apiKeys.list',
  summary: 'List API keys: those that are not revoked first, newest first',
  scope: ACCOUNT_SCOPE,
  input: NoInput,
  output: pageOf(ApiKeySummary),
  async run({ database, principal: { developerId } }) {
    const keys = await database.fork().find(ApiKey, { developerId }, { orderBy: { id: 'desc' }, limit: MAX });
    const isRevoked = ({ revokedAt }: ApiKey) => revokedAt !== null;
    const sorted = [...keys.filter((key) => !isRevoked(key)), ...keys.filter(isRevoked)];
    return { items: sorted.map(toApiKeySummary), nextCursor: null };
  },
});
