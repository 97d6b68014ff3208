import { Authenticator, OutturnError, scopes } from '@outturn/service';
import { expect, test } from 'vitest';
import { mintKey, revokeKey, testDatabase } from '../support/developers.ts';

test('a key that is revoked during its look-up in the database is not cached', async () => {
  const database = await testDatabase();
  const answered = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  let isSlow = true;
  // Delays the first answer of the database.
  const authenticator = new Authenticator(
    {
      ...database,
      async quick(name, text, values) {
        const rows = await database.quick(name, text, values);
        if (isSlow) {
          isSlow = false;
          answered.resolve();
          await delivered.promise;
        }
        return rows;
      },
    },
    scopes,
  );
  const { token, id } = await mintKey();
  const during = authenticator.authenticate(`Bearer ${token}`);
  await answered.promise;
  await revokeKey(id);
  // The notice overtakes the answer.
  authenticator.forget(id);
  delivered.resolve();
  await during;

  expect(await authenticator.authenticate(`Bearer ${token}`)).toBeInstanceOf(OutturnError);
});
