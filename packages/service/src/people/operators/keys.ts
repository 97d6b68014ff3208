import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { type Plan, plans } from '../../base/principal.ts';
import { OPERATOR_SCOPE } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { defineCommand } from '../../operations/define.ts';
import { RecordId } from '../../schema/record-id.ts';
import { describeOwner, ownerOf } from '../accounts/owner-of.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { ApiKeySummary, CreateApiKeyInput, NewApiKey } from '../api-keys/api-key.schema.ts';
import { createKey, revokeKey } from '../api-keys/operations.ts';
import { Developer } from '../developers/developer.entity.ts';
import { DeveloperName, ensureDeveloper, findDeveloper } from '../developers/developers.ts';
import { operatorFor } from './operator.ts';

const withoutMount = 'The command line alone runs it.';
const ofDeveloper = { developerId: RecordId };

/** `apiKeys.create` for a developer by name, who is created if new. */
export const createKeyFor = defineCommand({
  name: 'operator.createKey',
  summary: 'Create an API key, and its developer if it does not exist',
  scope: OPERATOR_SCOPE,
  withoutMount,
  input: CreateApiKeyInput.extend({
    developer: DeveloperName,
    plan: z.enum(plans).optional(),
    existing: z.boolean().default(false),
  }),
  output: NewApiKey.extend({ ...ofDeveloper, hasNewDeveloper: z.boolean() }),
  toSecurityEvent: ({ id, prefix, developerId }) => ({
    event: 'key_created',
    developerId,
    apiKeyId: id,
    keyPrefix: prefix,
  }),
  async run(context, { developer: name, plan, existing, ...input }) {
    const { developer, hasNewDeveloper } = await developerForKey(context.em, { name, plan, existing });
    const key = await createKey.run({ ...context, principal: operatorFor(developer) }, input);
    return { ...key, developerId: developer.id, hasNewDeveloper };
  },
});

/**
 * The developer that gets a key. It is created if it is new, unless it must exist. Throws if it is on another plan, or belongs to
 * an account and need not exist.
 */
export async function developerForKey(
  em: EntityManager,
  { name, plan, existing }: { name: string; plan?: Plan | undefined; existing: boolean },
): Promise<{ developer: Developer; hasNewDeveloper: boolean }> {
  const quoted = JSON.stringify(name);
  const hasNewDeveloper = !existing && (await ensureDeveloper(em, { name, plan: plan ?? 'free' }));
  const developer = await findDeveloper(em, name);
  const owner = existing ? undefined : await ownerOf(em, developer.id);
  // Anyone may have signed up under the name.
  if (owner)
    throw new Error(
      `The developer ${quoted} belongs to an account, and no key was made: ${describeOwner(owner)}. If the key is for that account: outturn keys create --developer ${quoted} --existing`,
    );
  // Creating a key must never change a rate limit.
  if (plan && developer.plan !== plan)
    throw new Error(
      `The developer ${quoted} is on the plan ${developer.plan}, not ${plan}, and no key was made. Leave the plan out, or change it: outturn developers plan ${quoted} ${plan}`,
    );
  return { developer, hasNewDeveloper };
}

/** `apiKeys.revoke` by id or prefix, for a key of any developer. */
export const revokeKeyOf = defineCommand({
  name: 'operator.revokeKey',
  summary: 'Revoke an API key at once, on every gateway',
  scope: OPERATOR_SCOPE,
  withoutMount,
  input: z.strictObject({ key: z.string() }),
  output: ApiKeySummary.extend(ofDeveloper),
  toSecurityEvent: ({ id, prefix, developerId }) => ({
    event: 'key_revoked',
    developerId,
    apiKeyId: id,
    keyPrefix: prefix,
  }),
  async run(context, { key: name }) {
    const which = name.startsWith('ot_') ? { prefix: name } : { id: name };
    const isKey = 'prefix' in which || RecordId.safeParse(name).success;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const [key, ...others] = isKey ? await context.em.find(ApiKey, { revokedAt: null, ...which }, lock) : [];
    if (!key) throw new Error(`No active key has the id or prefix ${name}. See: outturn keys list`);
    if (others.length > 0)
      throw new Error(`${others.length + 1} keys have the prefix ${name}. Pass the id of one.`);
    const { id, developerId } = key;
    const principal = operatorFor({ id: developerId, plan: 'unlimited' });
    return { ...(await revokeKey.run({ ...context, principal }, { id })), developerId };
  },
});

export type ApiKeyWithOwner = Omit<ApiKey, 'hash' | 'scopes'> & { developerName: string; scopes: string[] };

/** Oldest first. Throws for an unknown developer. */
export async function listApiKeys(database: Database, developerName?: string): Promise<ApiKeyWithOwner[]> {
  const em = database.fork();
  const developers =
    developerName === undefined ? await em.find(Developer, {}) : [await findDeveloper(em, developerName)];
  const names = new Map(developers.map((developer) => [developer.id, developer.name]));
  const keys = await em.find(ApiKey, { developerId: { $in: [...names.keys()] } }, { orderBy: { id: 'asc' } });
  return keys.map(({ hash: _, scopes, ...key }) => ({
    ...key,
    scopes,
    developerName: names.get(key.developerId) ?? '',
  }));
}
