import { wallTimeAt } from '../zone/wall-time.ts';
import { useMinute } from './use-minute.ts';

/** The current day in the zone. Renders again at midnight. */
export function useToday(zone: string): string {
  return wallTimeAt(useMinute(), zone).day;
}
