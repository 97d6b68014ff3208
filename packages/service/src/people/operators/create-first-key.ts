import type { z } from 'zod';
import type { Scope } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { withLock } from '../../database/with-lock.ts';
import { validate } from '../../schema/validate.ts';
import { Developer } from '../developers/developer.entity.ts';
import { addClaim } from './create-claim.ts';
import { createKeyFor } from './keys.ts';
import { operatorContext } from './operator.ts';

type FirstKey = { key: z.output<typeof createKeyFor.output>; claim: string };

/** Creates the first key and its claim link, or neither. Undefined if a developer exists. `scopes`: those that keys can have. */
export function createFirstKey(
  database: Database,
  scopes: readonly Scope[],
  input: z.input<typeof createKeyFor.input>,
): Promise<FirstKey | undefined> {
  return withLock(database, 'outturn first key', () =>
    database.transactional(async (em) => {
      if ((await em.count(Developer)) > 0) return undefined;
      const context = operatorContext(em, scopes);
      const key = await createKeyFor.run(context, validate(createKeyFor.input, input));
      return { key, claim: await addClaim(em, input.developer) };
    }),
  );
}
