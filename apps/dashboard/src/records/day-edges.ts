import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * The instant at which a local day starts, as analytics count it: the first of two midnights, and where clocks skip
 * midnight, when they do. `dayjs.tz` of a midnight that is told twice takes one by the offset of today.
 */
export function startOfDay(day: string, zone: string): string {
  const midnight = dayjs.utc(day);
  const offsetAt = (time: Dayjs) => time.tz(zone).utcOffset();
  const before = offsetAt(midnight.subtract(1, 'day'));
  const after = offsetAt(midnight.add(1, 'day'));
  const startBy = (offset: number) => midnight.subtract(offset, 'minute');
  // The offset before comes first: where clocks are turned back, it makes the earlier of the two.
  const offset = [before, after].find((each) => offsetAt(startBy(each)) === each) ?? before;
  return startBy(offset).toISOString();
}

/** The instant at which it has ended. */
export function endOfDay(day: string, zone: string): string {
  return startOfDay(dayjs.utc(day).add(1, 'day').format('YYYY-MM-DD'), zone);
}
