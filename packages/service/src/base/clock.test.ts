import { expect, onTestFinished, test } from 'vitest';
import { adjustDatabaseTime, databaseTime } from './clock.ts';

const HOUR = 3_600_000;

/** A reading of a clock that differs from this machine's, restored at the end of the test. */
function readClock(difference: number, answerTime = 0) {
  const sentAt = performance.now();
  const time = Date.now() + difference;
  adjustDatabaseTime({ time, sentAt: sentAt - answerTime, receivedAt: performance.now() });
}

const difference = () => databaseTime() - Date.now();

test.each([-2 * HOUR, 2 * HOUR])('time follows a database whose clock differs by %i ms', (shift) => {
  onTestFinished(() => readClock(0));
  readClock(shift);
  expect(Math.abs(difference() - shift)).toBeLessThan(100);
  readClock(0);
  expect(Math.abs(difference())).toBeLessThan(100);
});

test('a slow answer moves the time by no more than it proves', () => {
  onTestFinished(() => readClock(0));
  readClock(0);
  readClock(-3_000, 5_000);
  expect(Math.abs(difference())).toBeLessThan(100);
  readClock(-3_000, 1_000);
  expect(Math.abs(difference() + 2_000)).toBeLessThan(100);
});
