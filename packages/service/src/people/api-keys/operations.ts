import { raw } from '@mikro-orm/core';
import { z } from 'zod';
import { databaseTime } from '../../base/clock.ts';
import { invalidRequest, OutturnError } from '../../base/errors.ts';
import { ACCOUNT_SCOPE } from '../../base/scopes.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { defineCommand, defineQuery } from '../../operations/define.ts';
import { idBefore, pageById } from '../../operations/page-by-id.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { ById } from '../../schema/record-id.ts';
import { ApiKey } from './api-key.entity.ts';
import {
  ApiKeySummary,
  CreateApiKeyInput,
  NewApiKey,
  RenameApiKeyInput,
  RotateApiKeyInput,
} from './api-key.schema.ts';
import { isKeyScope } from './key-scopes.ts';
import { announceKeyChange, findKey, makeKey, revoke } from './stored-keys.ts';

/** The name of the list in its cursors. */
const LIST = 'api_keys';

const listKeys = defineQuery({
  name: 'apiKeys.list',
  summary: 'List API keys, newest first',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone manages API keys.',
  input: z.strictObject({ limit: pageFields.limit, cursor: pageFields.cursor }),
  output: pageOf(ApiKeySummary),
  async run({ database, principal: { developerId } }, { limit, cursor }) {
    const before = idBefore(LIST, cursor);
    const which = { developerId, ...(before !== undefined && { id: { $lt: before } }) };
    const keys = await database.fork().find(ApiKey, which, { orderBy: { id: 'desc' }, limit: limit + 1 });
    return pageById(keys, { list: LIST, limit }, toApiKeySummary);
  },
});

export const createKey = defineCommand({
  name: 'apiKeys.create',
  summary: 'Generate an API key',
  description: 'The token is shown in this answer and never again, also not to a retry.',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone manages API keys.',
  input: CreateApiKeyInput,
  output: NewApiKey,
  isShownOnce: true,
  toSecurityEvent: ({ id, prefix }) => ({ event: 'key_created', apiKeyId: id, keyPrefix: prefix }),
  async run({ em, scopes: known, principal: { developerId } }, { name, scopes, expiresAt }) {
    const unknown = scopes.findIndex((scope) => !isKeyScope(scope, known));
    if (unknown >= 0)
      throw invalidRequest([{ field: `scopes.${unknown}`, message: 'is not a scope that a key can have' }]);
    const end = expiresAt == null ? null : new Date(expiresAt);
    const { key, token } = await makeKey(em, { developerId, name, scopes, expiresAt: end });
    return { ...toApiKeySummary(key), token };
  },
});

const renameKey = defineCommand({
  name: 'apiKeys.rename',
  summary: 'Rename an API key',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone manages API keys.',
  input: RenameApiKeyInput,
  output: ApiKeySummary,
  errors: ['Not Found'],
  async run({ em, principal }, { id, name }) {
    const key = await findKey(em, principal.developerId, id);
    key.name = name;
    return toApiKeySummary(key);
  },
});

const names = namesOf(ApiKey);

/** Keeps name, scopes and expiry; the old key works during a grace period. */
const rotateKey = defineCommand({
  name: 'apiKeys.rotate',
  summary: 'Replace an API key by a new one',
  description:
    'The old key works until `graceSeconds` are over, or until it expires if that is sooner. A key is replaced once.',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone manages API keys.',
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

export const revokeKey = defineCommand({
  name: 'apiKeys.revoke',
  summary: 'Revoke an API key at once, on every gateway',
  scope: ACCOUNT_SCOPE,
  withoutMount: 'The dashboard alone manages API keys.',
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

export const apiKeys = {
  list: listKeys,
  create: createKey,
  rename: renameKey,
  rotate: rotateKey,
  revoke: revokeKey,
};

function toApiKeySummary(key: ApiKey): ApiKeySummary {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
  };
}
