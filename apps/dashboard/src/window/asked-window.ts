import type { Inputs } from '../api/client.ts';
import type { Step } from '../format/instant.ts';
import { wallTimeAt } from '../zone/wall-time.ts';
import type { Comparison } from './comparison.ts';
import { addDays } from './days.ts';
import { type Days, daysOf, presets, stepFor, type WindowChoice } from './presets.ts';

/** A window as the API takes it: days, or relative to now. */
export type Window = Inputs['analytics']['slice']['window'];

/** The windows of a page's question to the API. */
export type AskedWindow = {
  window: Window;
  previous?: { shift?: 'year' };
  /** The length of the buckets of its charts. */
  every: Step;
  /** The local days of the window, as far as they have come. */
  days: Days;
  /** The minute that the answer is of; absent for a window that does not move with time. */
  minute?: number;
};

type Clock = { minute: number; zone: string };

/** The window of a page, and the one that it is compared with. The API knows which part of them has passed (decision 014). */
export function askedWindow(
  choice: WindowChoice,
  comparison: Comparison,
  { minute, zone }: Clock,
): AskedWindow {
  const today = wallTimeAt(minute, zone).day;
  const days = daysOf(choice, today);
  const isRunning = days.from <= today && today < days.to;
  const passed = isRunning ? { from: days.from, to: addDays(today, 1) } : days;
  return {
    window: windowOf(choice, today),
    ...(comparison !== 'none' && { previous: comparison === 'year' ? { shift: 'year' as const } : {} }),
    every: stepFor(passed),
    days: passed,
    ...(today < days.to && { minute }),
  };
}

function windowOf(choice: WindowChoice, today: string): Window {
  if (choice.window !== 'custom') return presets[choice.window].window;
  const { from, to } = choice;
  return { from, to, ...(today < to && { untilNow: true }) };
}
