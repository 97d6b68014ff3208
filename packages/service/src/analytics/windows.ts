import {
  bucketEdges,
  type Calendar,
  EARLIEST,
  isStartOfDay,
  type Span,
  type Step,
  startOf,
  toDay,
  toSpan,
  toStart,
  toZoned,
} from './calendar.ts';

/**
 * Windows of a question. A window that is relative to now, such as this month, is the part of its period that has passed: it ends
 * with the current minute. It is compared with the same part of another period, and not with the whole of it, beside which every
 * running month would look like a loss (decision 014). On 10 November at 14:05, this month is 1 to 10 November until 14:06, and the
 * window before is 1 to 10 October until 14:06. Where the other period is shorter, it counts as a whole.
 */

/** A calendar, and the start of the current minute by the clock of the database. */
export type Clock = Calendar & { minute: number };

/** `from` and `to`, `last` and `unit`, `this`, or `previous`, as the schema guarantees. */
export type AskedWindow = {
  from?: string | undefined;
  to?: string | undefined;
  untilNow?: boolean | undefined;
  last?: number | undefined;
  unit?: Step | undefined;
  this?: Step | undefined;
  previous?: Step | undefined;
};

/** How far back the window to compare with lies, if not by the length of the window. */
export const shifts = ['year'] as const;
export type Shift = (typeof shifts)[number];

/**
 * A span, and the period of which it is the part that has passed. Of a window that is not running, both are the same. One of hours has
 * no calendar, whatever day its edges lie on.
 */
export type Window = Span & { period: Span; isOfHours: boolean };

const HOUR = 3_600_000;
export const MINUTE = 60_000;

export function currentMinute(time: number): number {
  return Math.floor(time / MINUTE) * MINUTE;
}

export function toWindow(asked: AskedWindow, clock: Clock): Window {
  const period = periodOf(asked, clock);
  const end = clock.minute + MINUTE;
  const isRunning = isRelative(asked) && period.from < end && end < period.to;
  const isOfHours = [asked.unit, asked.this, asked.previous].includes('hour');
  return { from: period.from, to: isRunning ? end : period.to, period, isOfHours };
}

/** Whether it may be another one in the next minute. */
export function isRelative({ from, untilNow }: AskedWindow): boolean {
  return from === undefined || untilNow === true;
}

function periodOf({ from, to, last, unit, this: current, previous }: AskedWindow, clock: Clock): Span {
  if (from !== undefined && to !== undefined) return toSpan({ from, to }, clock);
  if (current !== undefined) return currentPeriod(current, clock);
  if (previous !== undefined) {
    const start = currentPeriod(previous, clock).from;
    const [before] = bucketEdges({ from: start - 1, to: start }, previous, clock);
    return { from: before as number, to: start };
  }
  if (last === undefined || unit === undefined) throw new Error('The window has none of the forms.');
  return unit === 'hour' ? lastHours(last, clock) : lastDays(last, unit, clock);
}

/** They count back from the end of the current minute. */
function lastHours(count: number, { minute }: Clock): Span {
  const to = minute + MINUTE;
  return { from: to - count * HOUR, to };
}

/** Whole local days, weeks and so on, up to the current one. */
function lastDays(count: number, unit: Exclude<Step, 'hour'>, clock: Clock): Span {
  const { minute, timeZone, weekStart } = clock;
  const earlier = count - 1;
  const first = startOf(toDay(minute, timeZone), unit, weekStart).subtract(
    unit === 'quarter' ? { months: 3 * earlier } : { [`${unit}s`]: earlier },
  );
  return { from: toStart(first, timeZone), to: currentPeriod(unit, clock).to };
}

function currentPeriod(unit: Step, clock: Clock): Span {
  const [from, to] = bucketEdges({ from: clock.minute, to: clock.minute + 1 }, unit, clock);
  return { from: from as number, to: to as number };
}

/** The window to compare with: the same part of the period before, or of the same period a year before. */
export function windowBefore(window: Window, calendar: Calendar, shift?: Shift): Span {
  if (window.isOfHours) return hoursBefore(window, calendar, shift);
  const { period, to } = window;
  const other = shift ? yearBefore(period, calendar) : periodBefore(period, calendar);
  if (to === period.to) return other;
  return { from: other.from, to: Math.min(other.to, passedPart({ period, to, other, shift }, calendar)) };
}

/** As much time of the hours before, or of those a year before. */
function hoursBefore({ period, to }: Window, { timeZone }: Calendar, shift?: Shift): Span {
  const passed = to - period.from;
  const from = shift
    ? toZoned(to, timeZone).subtract({ years: 1 }).epochMilliseconds - passed
    : period.from - (period.to - period.from);
  return { from: Math.max(EARLIEST, from), to: from + passed };
}

type Running = { period: Span; to: number; other: Span; shift: Shift | undefined };

/** When the same part of the other period has passed: as many days later at the same time of day, or as much time in hours. */
function passedPart({ period, to, other, shift }: Running, { timeZone }: Calendar): number {
  if (!isOfDays(period, timeZone)) return other.from + (to - period.from);
  const now = toZoned(to - MINUTE, timeZone);
  const today = now.toPlainDate();
  const passed = toDay(period.from, timeZone).until(today);
  const day = shift ? today.subtract({ years: 1 }) : toDay(other.from, timeZone).add({ days: passed.days });
  // On 29 February the year before has no such day. In a month or a year all of the 28th takes its place, else the same part of it.
  const isLeapDay = shift && day.day !== today.day;
  if (isLeapDay && toDay(period.from, timeZone).day === 1) return toStart(day.add({ days: 1 }), timeZone);
  return day.toZonedDateTime({ timeZone, plainTime: now.toPlainTime() }).epochMilliseconds + MINUTE;
}

/**
 * The period before: as many months before a period of whole months, as many days before one of whole days, and the same length
 * before any other.
 */
function periodBefore(period: Span, { timeZone }: Calendar): Span {
  const { from, to } = period;
  const asLong = { from: Math.max(EARLIEST, from - (to - from)), to: from };
  if (!isOfDays(period, timeZone)) return asLong;
  const [first, last] = [toDay(from, timeZone), toDay(to, timeZone)];
  const length = isOfMonths(first, last)
    ? { months: first.until(last, { largestUnit: 'months' }).months }
    : { days: first.until(last).days };
  const start = toStart(first.subtract(length), timeZone);
  return start < from ? { from: Math.max(EARLIEST, start), to: from } : asLong;
}

/**
 * The same days a year before. For all of February it is all of February, whether it has 28 days or 29. Edges within days move to
 * the same time of day.
 */
function yearBefore(period: Span, { timeZone }: Calendar): Span {
  const { from, to } = period;
  const year = { years: 1 };
  if (isOfDays(period, timeZone)) {
    const [first, last] = [toDay(from, timeZone), toDay(to, timeZone)];
    const day = { days: 1 };
    const end = isOfMonths(first, last) ? last.subtract(year) : last.subtract(day).subtract(year).add(day);
    return { from: toStart(first.subtract(year), timeZone), to: toStart(end, timeZone) };
  }
  const [start, end] = [from, to].map((edge) => toZoned(edge, timeZone).subtract(year).epochMilliseconds);
  // A window that ends on 29 February may end with the same instant as it begins.
  if ((start as number) < (end as number)) return { from: start as number, to: end as number };
  return { from: (end as number) - (to - from), to: end as number };
}

function isOfDays({ from, to }: Span, timeZone: string): boolean {
  return isStartOfDay(from, timeZone) && isStartOfDay(to, timeZone);
}

function isOfMonths(first: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return first.day === 1 && last.day === 1;
}
