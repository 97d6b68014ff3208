import { addDays } from '../window/days.ts';
import { instantAt } from '../zone/wall-time.ts';

/** The instant at which a local day starts, as analytics count it: the first of two midnights, or the first after a skipped one. */
export function startOfDay(day: string, zone: string): string {
  return new Date(instantAt({ day, minute: 0 }, zone)).toISOString();
}

/** The instant at which it has ended. */
export function endOfDay(day: string, zone: string): string {
  return startOfDay(addDays(day, 1), zone);
}
