import { emptyMeasure, isShare, type Measure, parseMeasure } from './measures.ts';
import type { Totals } from './slice.schema.ts';

export function totalsOf(names: readonly Measure[], values: readonly (string | null)[]): Totals {
  return Object.fromEntries(names.map((name, i) => [name, parseMeasure(name, values[i] ?? null)]));
}

/** The whole has no parent, hence no shares. */
export function withoutShares(totals: Totals): Totals {
  return Object.fromEntries(
    Object.entries(totals).map(([name, value]) => [name, isShare(name as Measure) ? null : value]),
  );
}

/** Sets the missing shares of a family with records to 0. */
export function completeShares(names: readonly Measure[], family: readonly Totals[]): void {
  for (const name of names.filter(isShare)) {
    if (family.some((totals) => totals[name] != null)) {
      for (const totals of family) Object.assign(totals, { [name]: totals[name] ?? 0 });
    }
  }
}

export function emptyTotals(names: readonly Measure[]): Totals {
  return Object.fromEntries(names.map((name) => [name, emptyMeasure(name)]));
}

/** The measures that were asked for, of those that were read. */
export function pick(totals: Totals, names: readonly Measure[]): Totals {
  return Object.fromEntries(names.map((name) => [name, totals[name]]));
}
