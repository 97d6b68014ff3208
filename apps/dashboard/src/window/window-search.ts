import { type Preset, presetNames, type WindowChoice } from './presets.ts';

/** How a window stands in the URL. Nothing there is the default: the last 30 days. */
export type WindowSearch = { window?: Preset | 'custom'; from?: string; to?: string };

const day = /^\d{4}-\d\d-\d\d$/;

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

function isDay(value: unknown): value is string {
  return typeof value === 'string' && day.test(value);
}
