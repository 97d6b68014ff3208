import { useNavigate, useSearch } from '@tanstack/react-router';
import { useZone } from '../zone/use-zone.ts';
import { askedWindow } from './asked-window.ts';
import { type PeriodSearch, readPeriod } from './carried-period.ts';
import { type Comparison, comparisonSearch } from './comparison.ts';
import type { WindowChoice } from './presets.ts';
import { useMinute } from './use-minute.ts';
import { choiceOf, searchOf } from './window-search.ts';

/** The period of the page's address, how to ask the API for it, and how to choose another. */
export function usePeriod() {
  const { compare: comparison = 'previous', ...search } = readPeriod(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [zone, setZone] = useZone();
  const minute = useMinute();
  const choice = choiceOf(search);
  const change = (next: PeriodSearch) => {
    // An hour of the period before is none of the next, nor is a record whose details are open.
    const period = { window: undefined, from: undefined, to: undefined, compare: undefined };
    const without = { ...period, hour: undefined, id: undefined };
    void navigate({ to: '.', search: (before) => ({ ...before, ...without, ...next }), resetScroll: false });
  };
  return {
    choice,
    /** Whether the address names a period. */
    isChosen: search.window !== undefined,
    comparison,
    zone,
    setZone,
    asked: askedWindow(choice, comparison, { minute, zone }),
    setChoice: (next: WindowChoice) => change({ ...searchOf(next), ...comparisonSearch(comparison) }),
    /** Leaves the period to the page. */
    clear: () => change(comparisonSearch(comparison)),
    setComparison: (next: Comparison) => change({ ...searchOf(choice), ...comparisonSearch(next) }),
  };
}
