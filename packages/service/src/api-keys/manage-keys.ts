import type { Database } from '../database/database.ts';
import { withLock } from '../database/with-lock.ts';
import { Developer } from '../developers/developer.entity.ts';
import { newId } from '../kernel/ids.ts';
import type { Plan } from '../kernel/principal.ts';
import { RecordId } from '../kernel/schema/record-id.ts';
import { scopes as allScopes, isScope, type Scope } from '../kernel/scopes.ts';
import { ApiKey } from './api-key.entity.ts';
import { displayPrefix, hashToken, newToken } from './token.ts';

/** Notices on this channel carry the id of a key that changed, or nothing when any may have. */
export const API_KEYS_CHANNEL = 'outturn_api_keys';

type NewKey = {
  developerName: string;
  name: string;
  /** Default: all. */
  scopes?: readonly Scope[] | undefined;
  /** Of the developer; given to a new one (default `free`), and changes an old one. */
  plan?: Plan | undefined;
  expiresAt?: Date | undefined;
};

/** Creates a key, and its developer when the name is new. The token is returned here and never again. */
export async function createApiKey(
  database: Database,
  input: NewKey,
): Promise<{ id: string; token: string }> {
  const scopes = input.scopes ?? allScopes;
  const ungrantable = scopes.find((scope) => !isScope(scope));
  if (ungrantable !== undefined) throw new Error(`No API key can have the scope ${ungrantable}.`);
  const token = newToken();
  const id = newId();
  await database.fork().transactional(async (em) => {
    const now = new Date();
    // Two that name a new developer at the same moment share it.
    await em.execute(
      'insert into developers (id, name, plan, created_at) values (?, ?, ?, now()) on conflict (name) do nothing',
      [newId(), input.developerName, input.plan ?? 'free'],
    );
    const developer = await em.findOneOrFail(Developer, { name: input.developerName });
    if (input.plan && developer.plan !== input.plan) {
      developer.plan = input.plan;
      await em.execute('select pg_notify(?, ?)', [API_KEYS_CHANNEL, '']);
    }
    em.create(ApiKey, {
      id,
      developerId: developer.id,
      name: input.name,
      prefix: displayPrefix(token),
      hash: hashToken(token),
      scopes: [...scopes],
      createdAt: now,
      expiresAt: input.expiresAt ?? null,
    });
  });
  return { id, token };
}

/** A key as people see it in a list; never its token or hash. */
export type ApiKeySummary = Omit<ApiKey, 'hash'> & { developerName: string };

export async function listApiKeys(database: Database, developerName?: string): Promise<ApiKeySummary[]> {
  const em = database.fork();
  const developers = await em.find(Developer, developerName === undefined ? {} : { name: developerName });
  const names = new Map(developers.map((developer) => [developer.id, developer.name]));
  const keys = await em.find(ApiKey, { developerId: { $in: [...names.keys()] } }, { orderBy: { id: 'asc' } });
  return keys.map(({ hash: _, ...key }) => ({ ...key, developerName: names.get(key.developerId) ?? '' }));
}

/** Revokes a key by its id or display prefix, at once on every gateway. Returns how many keys that was. */
export async function revokeApiKey(database: Database, idOrPrefix: string): Promise<number> {
  const isPrefix = idOrPrefix.startsWith('ot_');
  if (!isPrefix && !RecordId.safeParse(idOrPrefix).success) return 0;
  const em = database.fork();
  const keys = await em.find(ApiKey, {
    revokedAt: null,
    ...(isPrefix ? { prefix: idOrPrefix } : { id: idOrPrefix }),
  });
  const [key] = keys;
  if (keys.length !== 1 || !key) return keys.length;
  key.revokedAt = new Date();
  await em.flush();
  await em.execute('select pg_notify(?, ?)', [API_KEYS_CHANNEL, key.id]);
  return 1;
}

/** The first key of a database that nobody has used; undefined when somebody has, or is about to. */
export function createFirstKey(
  database: Database,
  input: NewKey,
): Promise<{ id: string; token: string } | undefined> {
  return withLock(database, 'outturn first key', async () => {
    const isUsed = (await database.fork().count(Developer)) > 0;
    return isUsed ? undefined : createApiKey(database, input);
  });
}
