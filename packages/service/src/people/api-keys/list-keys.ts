import { raw } from '@mikro-orm/core';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { defineQuery } from '../../operations/define.ts';
import { NoInput } from '../../schema/no-input.ts';
import { pageOf } from '../../schema/page.ts';
import { ApiKey } from './api-key.entity.ts';
import { ApiKeySummary } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';

/** Active keys come first, since a key must be listed to be revoked. */
const MAX = 1_000;

export const listKeys = defineQuery({
  name: 'apiKeys.list',
  summary: 'List API keys: those that are not revoked first, newest first',
  scope: ACCOUNT_SCOPE,
  input: NoInput,
  output: pageOf(ApiKeySummary),
  async run({ database, principal: { developerId } }) {
    const hasEnded = raw('(revoked_at is not null or coalesce(expires_at <= now(), false))');
    const found = await database
      .fork()
      .find(ApiKey, { developerId }, { orderBy: [{ [hasEnded]: 'asc' }, { id: 'desc' }], limit: MAX });
    const keys = found.sort((a, b) => (a.id < b.id ? 1 : -1));
    const isRevoked = ({ revokedAt }: ApiKey) => revokedAt !== null;
    const sorted = [...keys.filter((key) => !isRevoked(key)), ...keys.filter(isRevoked)];
    return { items: sorted.map(toApiKeySummary), nextCursor: null };
  },
});
