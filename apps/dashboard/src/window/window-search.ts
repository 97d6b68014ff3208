import dayjs from 'dayjs';
import { type Preset, presetNames, type WindowChoice } from './presets.ts';

/** The window in the URL; absent for the default, the last 30 days. */
export type WindowSearch = { window?: Preset | 'custom'; from?: string; to?: string };

/** The days that the API accepts in every time zone. */
const FIRST_DAY = '1970-01-02';
const LAST_DAY = '9999-12-30';

export function readWindow(search: Record<string, unknown>): WindowSearch {
  const { window, from, to } = search;
  if (presetNames.some((name) => name === window)) return { window: window as Preset };
  if (window !== 'custom' || !isDay(from) || !isDay(to) || from >= to) return {};
  return { window, from, to };
}

export function choiceOf({ window, from, to }: WindowSearch): WindowChoice {
  if (window === 'custom' && from !== undefined && to !== undefined) return { window, from, to };
  return { window: window === undefined || window === 'custom' ? '30d' : window };
}

/** The search of a choice; absent fields take earlier ones out of the URL. */
export function searchOf(choice: WindowChoice): WindowSearch {
  return choice.window === 'custom' ? choice : { window: choice.window };
}

/** Whether it is a day of the calendar, such as `2026-01-31`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || dayjs(value).format('YYYY-MM-DD') !== value) return false;
  return value >= FIRST_DAY && value <= LAST_DAY;
}
