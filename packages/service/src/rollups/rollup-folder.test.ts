import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { oneServer } from '../database/distribution/one-server.ts';
import { RollupFolder } from './rollup-folder.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('developer is folded by the timer only after records were added', async () => {
  vi.useFakeTimers();
  const folded: unknown[] = [];
  const rows = async (name: string, _: string, [developerId]: readonly unknown[]) => {
    if (name === 'rollups_fold') folded.push(developerId);
    return [];
  };
  const database = { distribution: oneServer, rows } as Partial<Database> as Database;
  const folder = new RollupFolder(database);
  folder.addUnfolded('replays only', 0);
  folder.addUnfolded('records', 1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(folded).toEqual(['records']);
  await folder.close();
});
