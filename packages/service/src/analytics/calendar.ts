import { invalidRequest } from '../base/errors.ts';

/** Half-open, in milliseconds since 1970. */
export type Span = { from: number; to: number };

export const steps = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Step = (typeof steps)[number];

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

export type Calendar = { timeZone: string; weekStart: Weekday };

/** Hours of a leap year. */
export const MAX_BUCKETS = 8784;

export const DAY = 86_400_000;

const HOUR = 3_600_000;

/** Upper bounds of the length of a bucket, by which a series of too many is refused before its buckets are built. */
const longest: Record<Step, number> = {
  hour: HOUR,
  day: 26 * HOUR,
  week: 7.1 * DAY,
  month: 31.1 * DAY,
  quarter: 92.1 * DAY,
  year: 366.1 * DAY,
};

/**
 * The window before never begins earlier: PostgreSQL does not read the years before the first as JavaScript writes them.
 * Any year up to 1970 would do, since records begin then.
 */
export const EARLIEST = Date.UTC(1000, 0, 1);

/** Such as "Asia/Tokyo" or "+05:45". */
export function isTimeZone(zone: string): boolean {
  // Temporal also accepts a date with a zone in brackets.
  if (!/^([a-z][\w+-]*(\/[\w+-]+)*|[+-]\d\d:\d\d)$/i.test(zone)) return false;
  try {
    toZoned(0, zone);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for a day that does not exist. */
export function toInstant(dayOrInstant: string, zone: string): number | undefined {
  if (dayOrInstant.length > 10) return Date.parse(dayOrInstant);
  try {
    return toStart(Temporal.PlainDate.from(dayOrInstant), zone);
  } catch {
    return undefined;
  }
}

/** Requires days that exist, as the schema guarantees. */
export function toSpan({ from, to }: { from: string; to: string }, { timeZone }: Calendar): Span {
  return { from: toInstant(from, timeZone) as number, to: toInstant(to, timeZone) as number };
}

/** Starts of buckets and the end of the last. A day starts at its first instant. Throws past {@link MAX_BUCKETS}. */
export function bucketEdges({ from, to }: Span, every: Step, calendar: Calendar): number[] {
  if ((to - from) / longest[every] > MAX_BUCKETS) throw tooManyBuckets(every);
  const edges: number[] = [];
  for (const edge of bucketStarts(from, every, calendar)) {
    // Where clocks were turned back, a later start can be at or before `from`, too. The last of them counts.
    if (edge <= from) edges.length = 0;
    // A skipped day starts together with the next one.
    if (edge !== edges.at(-1)) edges.push(edge);
    if (edge >= to) break;
    if (edges.length > MAX_BUCKETS) throw tooManyBuckets(every);
  }
  return edges;
}

function tooManyBuckets(every: Step): Error {
  return invalidRequest([
    {
      field: 'series.every',
      message: `${every} makes more than ${MAX_BUCKETS} buckets of this window; take a longer step or a shorter window`,
    },
  ]);
}

/** Endless; the first is at or before `from`. */
function* bucketStarts(
  from: number,
  every: Step,
  { timeZone, weekStart }: Calendar,
): Generator<number, never> {
  const time = toZoned(from, timeZone);
  if (every === 'hour') return yield* hourStarts(time);
  const length = every === 'quarter' ? { months: 3 } : { [`${every}s`]: 1 };
  for (let day = startOf(time.toPlainDate(), every, weekStart); ; day = day.add(length)) {
    yield toStart(day, timeZone);
  }
}

/** The first day of the week, month, quarter or year of a day. */
export function startOf(
  day: Temporal.PlainDate,
  every: Exclude<Step, 'hour'>,
  weekStart: Weekday,
): Temporal.PlainDate {
  switch (every) {
    case 'day':
      return day;
    case 'week':
      return day.subtract({ days: (day.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7 });
    case 'month':
      return day.with({ day: 1 });
    case 'quarter':
      return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) });
    case 'year':
      return day.with({ day: 1, month: 1 });
  }
}

/** Adds equal hours until clocks change, as the calendar is slow. */
function* hourStarts(time: Temporal.ZonedDateTime): Generator<number, never> {
  for (let hour = floorToHour(time); ; hour = nextHour(hour)) {
    let start = hour.epochMilliseconds;
    yield start;
    // After a change of clocks a bucket may begin inside an hour. The next one then begins at the full hour.
    if (hour.minute + hour.second + hour.millisecond > 0) continue;
    const turn = hour.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    for (; start + HOUR < turn; yield start) start += HOUR;
    hour = toZoned(start, hour.timeZoneId);
  }
}

/** The next start: less than an hour later where clocks changed by half an hour. */
function nextHour(start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const later = start.add({ hours: 1 });
  const next = floorToHour(later);
  return Temporal.ZonedDateTime.compare(next, start) > 0 ? next : later;
}

function floorToHour(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return time.round({ smallestUnit: 'hour', roundingMode: 'floor' });
}

/** The local day of an instant. */
export function toDay(time: number, zone: string): Temporal.PlainDate {
  return toZoned(time, zone).toPlainDate();
}

/** The first instant of a local day; of a skipped one that of the next. */
export function toStart(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).epochMilliseconds;
}

export function isStartOfDay(time: number, zone: string): boolean {
  return toZoned(time, zone).startOfDay().epochMilliseconds === time;
}

export function toZoned(time: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
}
