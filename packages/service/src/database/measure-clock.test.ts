import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { followClock, measureClock } from './measure-clock.ts';

/** A database whose clock is ahead of this machine's by so many milliseconds. */
function databaseAhead(ahead: () => number): Database {
  const quick = async () => [[String(Date.now() + ahead())]];
  // A measurement uses nothing else.
  return { quick } as unknown as Database;
}

test('clock is measured each minute, also after a failure, until it is no longer followed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await measureClock(databaseAhead(() => 0).quick);
  });
  let answer = () => 5_000;
  const offsets: number[] = [];
  const end = followClock(
    databaseAhead(() => answer()),
    { onClock: (offset) => offsets.push(offset / 1000) },
  );
  await vi.advanceTimersByTimeAsync(59_999);
  expect(offsets).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(offsets).toEqual([expect.closeTo(5, 0)]);

  answer = () => {
    throw new Error('away');
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(offsets).toHaveLength(1);
  answer = () => -7_200_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(offsets).toEqual([expect.closeTo(5, 0), expect.closeTo(-7_200, 0)]);

  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(offsets).toHaveLength(2);
});
