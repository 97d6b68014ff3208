import type { Database } from '../../database/database.ts';
import { withLock } from '../../database/with-lock.ts';
import { Developer } from '../developers/developer.entity.ts';
import { addClaim } from './create-claim.ts';
import { addApiKey, type MadeKey, type NewKey } from './manage-keys.ts';

type FirstKey = { key: MadeKey; claim: string };

/** Creates the first key and its claim link, or neither. Undefined if a developer exists. */
export function createFirstKey(database: Database, input: NewKey): Promise<FirstKey | undefined> {
  return withLock(database, 'outturn first key', () =>
    database.transactional(async (em) => {
      if ((await em.count(Developer)) > 0) return undefined;
      const key = await addApiKey(em, input);
      return { key, claim: await addClaim(em, input.developerName) };
    }),
  );
}
