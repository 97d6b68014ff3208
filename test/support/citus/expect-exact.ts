import type { Database } from '@outturn/service';
import { expect } from 'vitest';
import type { Follower } from '../live/follower.ts';
import type { Account } from '../load/account.ts';
import type { Journal } from '../load/journal.ts';
import { reconcile } from '../load/reconcile.ts';
import { replayMismatches } from '../load/replay-all.ts';
import { waitUntil } from '../load/wait-until.ts';

type Side = { url: string; account: Account; journal: Journal; follower: Follower };

/**
 * Expects every acknowledged record of an account once: stored, in the rollups, replayed unchanged, and followed live.
 * Stops its follower.
 */
export async function expectExact(
  database: Database,
  { url, account, journal, follower }: Side,
): Promise<void> {
  expect(journal.contradictions).toEqual([]);
  const told = [...journal.acknowledged.values()];
  expect(await reconcile(database, account.developerId, told)).toEqual([]);
  expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
  const ids = told.map(({ fact, id }) => `${fact.kind} ${id}`);
  const missing = () => {
    const seen = new Set(follower.seen);
    return ids.filter((id) => !seen.has(id));
  };
  await waitUntil('all has arrived live', () => missing().length === 0).catch(() => undefined);
  expect(missing()).toEqual([]);
  const twice = follower.seen.filter((id, i) => follower.seen.indexOf(id) < i);
  expect(twice).toEqual([]);
  expect(follower.failures).toEqual([]);
  follower.stop();
}
