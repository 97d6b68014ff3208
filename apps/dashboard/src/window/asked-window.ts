import type { Step } from '../format/instant.ts';
import { instantAt, wallTimeAt } from '../zone/wall-time.ts';
import type { Comparison } from './comparison.ts';
import { addDays, addMonths, daysBetween, isOfMonths, monthsBetween, yearBefore } from './days.ts';
import { type Days, daysOf, stepFor, type WindowChoice } from './presets.ts';

/** The bounds of a window, each a local day or an instant; `to` is exclusive. */
export type Window = { from: string; to: string };

/**
 * The windows that a page asks the API for: the part of its window that has passed, and the window to compare it
 * with.
 */
export type AskedWindow = {
  window: Window;
  /** Without a window in it, the API takes the one before. */
  previous?: { window?: Window };
  /** The length of the buckets of its charts. */
  every: Step;
};

type Clock = { minute: number; zone: string };

const MINUTE = 60_000;
/** The first day that the API knows. */
const EARLIEST = '1970-01-01';

/**
 * The window of a page, and the one that it is compared with. A window that is running ends with the current minute,
 * and so does its comparison: on 10 November at 14:05, this month is compared with 1 to 10 October until 14:05, and
 * not with the whole of October, beside which every running month would look like a loss (decision 014). Where the
 * other period is shorter, it counts as a whole. A window that is past or to come is asked for as a whole.
 */
export function askedWindow(choice: WindowChoice, comparison: Comparison, clock: Clock): AskedWindow {
  const today = wallTimeAt(clock.minute, clock.zone).day;
  const days = daysOf(choice, today);
  const isRunning = days.from <= today && today < days.to;
  const every = stepFor(isRunning ? { from: days.from, to: addDays(today, 1) } : days);
  return { every, ...windowsOf(days, comparison, clock) };
}

type Windows = Omit<AskedWindow, 'every'>;

function windowsOf(days: Days, comparison: Comparison, { minute, zone }: Clock): Windows {
  const now = wallTimeAt(minute, zone);
  const end = minute + MINUTE;
  const isRunning = days.from <= now.day && end < instantAt({ day: days.to, minute: 0 }, zone);
  const window = isRunning ? { from: days.from, to: toText(end) } : days;
  if (comparison === 'none') return { window };
  if (!isRunning)
    return { window, ...(comparison === 'year' ? comparedWith(lastYear(days)) : { previous: {} }) };
  const other = comparison === 'year' ? lastYear(days) : periodBefore(days);
  const day =
    comparison === 'year' ? yearBefore(now.day) : addDays(other.from, daysBetween(days.from, now.day));
  const until = instantAt({ day, minute: now.minute }, zone) + MINUTE;
  const isWhole = until >= instantAt({ day: other.to, minute: 0 }, zone);
  // On 29 February the year before has no such day. All of the 28th takes its place.
  const isOtherDay = comparison === 'year' && day.slice(5) !== now.day.slice(5);
  const to = isWhole ? other.to : isOtherDay ? addDays(day, 1) : toText(until);
  return { window, ...comparedWith({ from: other.from, to }) };
}

/** The window to compare with, cut at 1970, before which nothing can be recorded. */
function comparedWith({ from, to }: Window): Pick<Windows, 'previous'> {
  if (to <= EARLIEST) return {};
  return { previous: { window: { from: from < EARLIEST ? EARLIEST : from, to } } };
}

/**
 * The period of the same length before, by the rule of the API: in months if the period consists of whole months, and
 * otherwise in days.
 */
function periodBefore({ from, to }: Days): Days {
  if (isOfMonths(from, to)) return { from: addMonths(from, -monthsBetween(from, to)), to: from };
  return { from: addDays(from, -daysBetween(from, to)), to: from };
}

/** The same days a year before. For all of February it is all of February, whether it has 28 days or 29. */
function lastYear({ from, to }: Days): Days {
  const start = yearBefore(from);
  return { from: start, to: isOfMonths(from, to) ? yearBefore(to) : addDays(yearBefore(addDays(to, -1)), 1) };
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
