import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { RecordId } from '../../schema/record-id.ts';
import { describeOwner, type Owner, ownerOf } from '../accounts/owner-of.ts';
import { ApiKey } from '../api-keys/api-key.entity.ts';
import { isActive } from '../api-keys/find-key.ts';
import { revoke } from '../api-keys/key-notices.ts';
import { FULL_ACCESS, type KeyScope, shownScopes } from '../api-keys/key-scopes.ts';
import { makeKey } from '../api-keys/make-key.ts';
import { Developer } from '../developers/developer.entity.ts';
import { ensureDeveloper, findDeveloper } from '../developers/index.ts';

export type NewKey = {
  developerName: string;
  name: string;
  /** Default: full access. */
  scopes?: readonly KeyScope[] | undefined;
  /** Default: `free`. Throws if an existing developer has another plan. */
  plan?: Plan | undefined;
  /** The developer must exist, and may belong to an account. Default: created if new, refused if owned. */
  isExisting?: boolean | undefined;
  expiresAt?: Date | undefined;
};

export type MadeKey = { id: string; token: string; developerId: string; hasNewDeveloper: boolean };

/** Creates the developer if new. Only this returns the token. */
export function createApiKey(database: Database, input: NewKey): Promise<MadeKey> {
  return database.transactional((em) => addApiKey(em, input));
}

export async function addApiKey(em: EntityManager, input: NewKey): Promise<MadeKey> {
  const scopes = input.scopes ?? [FULL_ACCESS];
  const { developerName: name, plan = 'free', isExisting = false } = input;
  const hasNewDeveloper = !isExisting && (await ensureDeveloper(em, { name, plan }));
  const developer = await findDeveloper(em, name);
  const owner = isExisting ? undefined : await ownerOf(em, developer.id);
  if (owner) throw new Error(ownedDeveloperMessage(name, owner));
  if (input.plan && developer.plan !== input.plan) throw new Error(otherPlanMessage(developer, input.plan));
  const { key, token } = await makeKey(em, {
    developerId: developer.id,
    name: input.name,
    scopes: [...scopes],
    expiresAt: input.expiresAt ?? null,
  });
  return { id: key.id, token, developerId: developer.id, hasNewDeveloper };
}

/** Creating a key must never change a rate limit. */
function otherPlanMessage({ name, plan }: Developer, asked: Plan): string {
  const quoted = JSON.stringify(name);
  return `The developer ${quoted} is on the plan ${plan}, not ${asked}, and no key was made. Leave the plan out, or change it: outturn developers plan ${quoted} ${asked}`;
}

/** Anyone may have signed up under the name. */
function ownedDeveloperMessage(name: string, owner: Owner): string {
  const quoted = JSON.stringify(name);
  return `The developer ${quoted} belongs to an account, and no key was made: ${describeOwner(owner)}. If the key is for that account: outturn keys create --developer ${quoted} --existing`;
}

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
    scopes: shownScopes(scopes),
    developerName: names.get(key.developerId) ?? '',
  }));
}

export type KeyIdentity = Pick<ApiKey, 'id' | 'prefix' | 'developerId'>;

/** At once on every gateway. Returns the active matches: of several, revokes none. */
export async function revokeApiKey(database: Database, idOrPrefix: string): Promise<KeyIdentity[]> {
  const isPrefix = idOrPrefix.startsWith('ot_');
  if (!isPrefix && !RecordId.safeParse(idOrPrefix).success) return [];
  return database.transactional(async (em) => {
    const which = isPrefix ? { prefix: idOrPrefix } : { id: idOrPrefix };
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const keys = await em.find(ApiKey, { revokedAt: null, ...which }, lock);
    const [key] = keys;
    if (keys.length === 1 && key) await revoke(em, key);
    return keys.map(toKeyIdentity);
  });
}

export function toKeyIdentity({ id, prefix, developerId }: ApiKey): KeyIdentity {
  return { id, prefix, developerId };
}

/** Locked until the transaction ends. */
export function activeKeysOf(em: EntityManager, developerId: string): Promise<ApiKey[]> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  return em.find(ApiKey, { developerId, ...isActive() }, lock);
}
