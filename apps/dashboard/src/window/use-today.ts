import { wallTimeAt } from '../zone/wall-time.ts';
import { useMinute } from './use-minute.ts';

/** The current day in the zone; it changes when the day does. */
export function useToday(zone: string): string {
  return wallTimeAt(useMinute(), zone).day;
}
