import { databaseTime } from '@outturn/service';
import { describeDeviation, isDeviation } from '../../observability/clock-log.ts';
import { databaseCheck, ok, warning } from './check.ts';

/** Connecting has measured the database's clock. */
export const checkClock = databaseCheck('clock', async () => {
  const offset = databaseTime() - Date.now();
  if (isDeviation(offset)) return [warning(describeDeviation(offset))];
  return [ok(`This machine's clock and the database's differ by ${Math.abs(offset).toFixed(0)} ms.`)];
});
