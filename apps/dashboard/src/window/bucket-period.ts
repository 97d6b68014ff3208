import type { Step } from '../format/instant.ts';
import type { FigurePeriod } from '../measures/figure.tsx';
import { instantAt, wallTimeAt } from '../zone/wall-time.ts';
import { addDays } from './days.ts';
import type { Span } from './span-text.ts';

type Bucket = { start: string; end: string };
type Around = { window: Span; every: Step; zone: string };

/** The part of a window that a bucket of its series counts, as a period of a page. */
export function bucketPeriod({ start, end }: Bucket, { window, every, zone }: Around): FigurePeriod {
  const from = start > window.from ? start : window.from;
  const to = end < window.to ? end : window.to;
  const days = { window: 'custom' as const, from: dayOf(from, zone), to: endOf(to, zone) };
  return every === 'hour' ? { ...days, hour: { from, to: end } } : days;
}

/** The day after the last one. A window that is running ends within a day, which counts until now. */
function endOf(instant: string, zone: string): string {
  const day = dayOf(instant, zone);
  const isDayStart = Date.parse(instant) <= instantAt({ day, minute: 0 }, zone);
  return isDayStart ? day : addDays(day, 1);
}

function dayOf(instant: string, zone: string): string {
  return wallTimeAt(Date.parse(instant), zone).day;
}
