import { invalidRequest } from '../kernel/schema/validate.ts';

/** A half-open span of time in milliseconds since 1970. */
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

/** Where and how days and weeks are counted. */
export type Calendar = { timeZone: string; weekStart: Weekday };

/** A year of hours. */
export const MAX_BUCKETS = 8784;

export const DAY = 86_400_000;

/** The least that a step can last, to refuse a series before it is laid out. */
const shortest: Record<Step, number> = {
  hour: DAY / 24 / 2,
  day: (DAY * 23) / 24,
  week: 6.9 * DAY,
  month: 27.9 * DAY,
  quarter: 89 * DAY,
  year: 364.9 * DAY,
};

/** Whether the zone is known: an IANA name such as "Europe/Berlin", or an offset such as "+05:45". */
export function isTimeZone(zone: string): boolean {
  // More than that is a date with a zone in brackets, which Temporal takes for a zone too.
  if (!/^([a-z][\w+-]*(\/[\w+-]+)*|[+-]\d\d:\d\d)$/i.test(zone)) return false;
  try {
    toZoned(0, zone);
    return true;
  } catch {
    return false;
  }
}

/** The instant at which a local day starts, or the instant itself. Returns undefined for a day that does not exist. */
export function toInstant(dayOrInstant: string, zone: string): number | undefined {
  if (dayOrInstant.length > 10) return Date.parse(dayOrInstant);
  try {
    return Temporal.PlainDate.from(dayOrInstant).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/**
 * The span before a window: whole months come before whole months (the quarter before a quarter), whole days before as
 * many days, and anything else is as long as the window.
 */
export function previousSpan({ from, to }: Span, { timeZone }: Calendar): Span {
  const [first, last] = [toZoned(from, timeZone), toZoned(to, timeZone)];
  const isWhole = [first, last].every(
    (edge) => edge.startOfDay().epochMilliseconds === edge.epochMilliseconds,
  );
  if (!isWhole) return { from: from - (to - from), to: from };
  const day = first.toPlainDate();
  const length =
    first.day === 1 && last.day === 1
      ? { months: day.until(last.toPlainDate(), { largestUnit: 'months' }).months }
      : { days: day.until(last.toPlainDate()).days };
  return { from: day.subtract(length).toZonedDateTime(timeZone).epochMilliseconds, to: from };
}

/**
 * The starts of the buckets that cover a span, and the end of the last one: days start at local midnight (or the first
 * instant after it where clocks skip it), weeks at `weekStart`. Refuses more than {@link MAX_BUCKETS}.
 */
export function bucketEdges({ from, to }: Span, every: Step, calendar: Calendar): number[] {
  if ((to - from) / shortest[every] > MAX_BUCKETS) throw tooManyBuckets(every);
  const edges = [];
  for (let edge = bucketStart(toZoned(from, calendar.timeZone), every, calendar); ; ) {
    edges.push(edge.epochMilliseconds);
    if (edge.epochMilliseconds >= to) return edges;
    edge = nextBucket(edge, every);
  }
}

function tooManyBuckets(every: Step): Error {
  return invalidRequest([
    {
      field: 'series.every',
      message: `${every} makes more than ${MAX_BUCKETS} buckets of this window; take a longer step or a shorter window`,
    },
  ]);
}

function bucketStart(
  time: Temporal.ZonedDateTime,
  every: Step,
  { weekStart }: Calendar,
): Temporal.ZonedDateTime {
  if (every === 'hour') return time.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = time.toPlainDate();
  return startOf(day, every, weekStart).toZonedDateTime(time.timeZoneId);
}

function startOf(
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

function nextBucket(start: Temporal.ZonedDateTime, every: Step): Temporal.ZonedDateTime {
  if (every === 'hour') {
    // Where clocks turn by half an hour, the next hour of the clock is nearer or farther than an hour.
    const next = start.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' });
    return Temporal.ZonedDateTime.compare(next, start) > 0 ? next : start.add({ hours: 1 });
  }
  const duration = every === 'quarter' ? { months: 3 } : { [`${every}s`]: 1 };
  return start.toPlainDate().add(duration).toZonedDateTime(start.timeZoneId);
}

function toZoned(time: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
}
