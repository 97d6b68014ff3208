import { findDeveloper } from '@outturn/service';
import { expect } from 'vitest';
import { recordKinds } from '../../packages/service/src/records/record-kinds.ts';
import { verifyRollups } from '../../packages/service/src/rollups/verify-rollups.ts';
import { testDatabase } from './developers.ts';

/**
 * Expects that the rollups of these developers of the run's database equal their records. Those of all developers would
 * take seconds, because every test has its own.
 */
export async function expectVerified(...developers: readonly string[]): Promise<void> {
  const database = await testDatabase();
  const found = developers.map((name) => findDeveloper(database.fork(), name));
  const developerIds = (await Promise.all(found)).map(({ id }) => id);
  expect(await Array.fromAsync(verifyRollups(database, recordKinds, { developerIds }))).toEqual([]);
}
