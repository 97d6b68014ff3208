import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The instant at which a local day starts. */
export function startOfDay(day: string, zone: string): string {
  return dayjs.tz(`${day}T00:00:00`, zone).toISOString();
}

/** The instant at which it has ended. */
export function endOfDay(day: string, zone: string): string {
  return startOfDay(dayjs(day).add(1, 'day').format('YYYY-MM-DD'), zone);
}
