import {
  createOperator,
  type Database,
  FULL_ACCESS,
  type KeyScope,
  type Plan,
  revokeKeyOf,
  scopes,
} from '@outturn/service';
import { makeKey } from '../../packages/service/src/people/api-keys/stored-keys.ts';
import { developerForKey } from '../../packages/service/src/people/operators/keys.ts';

type NewKey = {
  developerName: string;
  name: string;
  /** Default: full access. Unlike a command, the test may name scopes of other versions. */
  scopes?: readonly KeyScope[] | undefined;
  plan?: Plan | undefined;
  isExisting?: boolean | undefined;
  /** Unlike that of a command, it may be past. */
  expiresAt?: Date | undefined;
};

/** Creates an API key, and its developer if that is new. */
export function createApiKey(
  database: Database,
  { developerName, name, scopes = [FULL_ACCESS], plan, isExisting = false, expiresAt }: NewKey,
): Promise<{ id: string; token: string; developerId: string }> {
  return database.transactional(async (em) => {
    const { developer } = await developerForKey(em, { name: developerName, plan, existing: isExisting });
    const owned = { developerId: developer.id, name, scopes: [...scopes], expiresAt: expiresAt ?? null };
    const { key, token } = await makeKey(em, owned);
    return { id: key.id, token, developerId: developer.id };
  });
}

/** Revokes a key as the command line does. Rejects for one that is not active. */
export async function revokeApiKey(database: Database, idOrPrefix: string): Promise<void> {
  const operator = createOperator(database, { scopes, tell: async () => undefined });
  await operator.execute(revokeKeyOf, { key: idOrPrefix });
}
