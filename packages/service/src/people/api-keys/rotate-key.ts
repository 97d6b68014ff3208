import { raw } from '@mikro-orm/core';
import { databaseTime } from '../../base/clock.ts';
import { OutturnError } from '../../base/errors.ts';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { defineCommand } from '../../operations/define.ts';
import { ApiKey } from './api-key.entity.ts';
import { NewApiKey, RotateApiKeyInput } from './api-key.schema.ts';
import { toApiKeySummary } from './api-key.view.ts';
import { findKey } from './find-key.ts';
import { announceKeyChange } from './key-notices.ts';
import { makeKey } from './make-key.ts';

const names = namesOf(ApiKey);

/** Keeps name, scopes and expiry; the old key works during a grace period. */
export const rotateKey = defineCommand({
  name: 'apiKeys.rotate',
  summary: 'Replace an API key by a new one',
  description:
    'The old key works until `graceSeconds` are over, or until it expires if that is sooner. A key is replaced once.',
  scope: ACCOUNT_SCOPE,
  input: RotateApiKeyInput,
  output: NewApiKey,
  errors: ['Not Found'],
  isShownOnce: true,
  toSecurityEvent: ({ id, prefix }) => ({ event: 'key_rotated', apiKeyId: id, keyPrefix: prefix }),
  async run({ em, principal: { developerId } }, { id, graceSeconds }) {
    const old = await findKey(em, developerId, id);
    const { name, scopes, expiresAt } = old;
    if (old.revokedAt || (expiresAt && expiresAt.getTime() <= databaseTime())) {
      throw new OutturnError('Invalid Request', {
        message: 'This API key no longer works. Generate a new one.',
      });
    }
    // The next key would inherit the end of the grace period.
    if (old.rotatedAt) {
      throw new OutturnError('Invalid Request', {
        message: 'This API key was replaced already. Rotate the key that replaced it, or generate a new one.',
      });
    }
    old.expiresAt = raw<Date>(`least(${names.expiresAt}, now() + ? * interval '1 second')`, [graceSeconds]);
    old.rotatedAt = databaseNow();
    const { key, token } = await makeKey(em, { developerId, name, scopes, expiresAt: expiresAt ?? null });
    await announceKeyChange(em, id);
    return { ...toApiKeySummary(key), token };
  },
});
