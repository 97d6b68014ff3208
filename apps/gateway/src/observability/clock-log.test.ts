import { expect, test, vi } from 'vitest';
import { createClockLog } from './clock-log.ts';

test('a deviation beyond a second is a warning when it begins, and its end is told', () => {
  const logger = { warn: vi.fn(), info: vi.fn() };
  const log = createClockLog(logger);
  for (const offset of [0, 1_000, -1_000]) log(offset);
  expect(logger.warn).not.toHaveBeenCalled();

  for (const offset of [7_200_000, 7_200_100]) log(offset);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('7200.0 s behind'));
  expect(logger.info).not.toHaveBeenCalled();

  for (const offset of [500, 400]) log(offset);
  expect(logger.info).toHaveBeenCalledTimes(1);
  log(-1_500);
  expect(logger.warn).toHaveBeenLastCalledWith(expect.stringContaining('1.5 s ahead of'));
});
