import type { Step } from '../format/instant.ts';
import { instantAt, wallTimeAt } from '../zone/wall-time.ts';
import type { Comparison } from './comparison.ts';
import { addDays, addMonths, daysBetween, isOfMonths, monthsBetween, yearBefore } from './days.ts';
import { type Days, daysOf, stepFor, type WindowChoice } from './presets.ts';

/** From and to, each a local day or an instant; `to` is exclusive. */
export type Window = { from: string; to: string };

/** The elapsed part of a page's window, and the window that it is compared with. */
export type AskedWindow = {
  window: Window;
  /** Without a window, the API takes the one before. */
  previous?: { window?: Window };
  /** The buckets of its charts. */
  every: Step;
};

type Clock = { minute: number; zone: string };

const MINUTE = 60_000;
const EARLIEST = '1970-01-01';

/**
 * A running window ends with the current minute and is compared with the same part of the other period, or with all of it
 * where that is shorter. A past or future window is asked for as a whole.
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
  // 29 February does not exist a year before: the whole of the 28th takes its place.
  const isOtherDay = comparison === 'year' && day.slice(5) !== now.day.slice(5);
  const to = isWhole ? other.to : isOtherDay ? addDays(day, 1) : toText(until);
  return { window, ...comparedWith({ from: other.from, to }) };
}

/** The API knows no time before 1970, when nothing was recorded. */
function comparedWith({ from, to }: Window): Pick<Windows, 'previous'> {
  if (to <= EARLIEST) return {};
  return { previous: { window: { from: from < EARLIEST ? EARLIEST : from, to } } };
}

/** The period of the same length before, in months where the period is whole months: the rule of the API. */
function periodBefore({ from, to }: Days): Days {
  if (isOfMonths(from, to)) return { from: addMonths(from, -monthsBetween(from, to)), to: from };
  return { from: addDays(from, -daysBetween(from, to)), to: from };
}

/** The same days a year before; all of February for all of it. */
function lastYear({ from, to }: Days): Days {
  const start = yearBefore(from);
  return { from: start, to: isOfMonths(from, to) ? yearBefore(to) : addDays(yearBefore(addDays(to, -1)), 1) };
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
