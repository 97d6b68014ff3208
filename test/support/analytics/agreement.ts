import { isDeepStrictEqual } from 'node:util';
import { toUnits } from '../load/exact-decimal.ts';
import {
  type Answer,
  additiveMeasures,
  type Measure,
  type Period,
  type Slice,
  type SliceParts,
  type Totals,
  type Value,
} from './question.ts';

const amounts = [
  'revenue',
  'grossRevenue',
  'refunds',
  'value',
  'cost',
  'margin',
  'computedCost',
  'costVariance',
];
const isAmount = (name: string) => amounts.includes(name);

/**
 * Where the parts of a slice do not add up to its totals: groups, also in the window before, and the buckets of series. Groups of which
 * some are left out do not add up.
 */
export function disagreements(slice: Slice, asked: SliceParts = {}, path = 'root'): string[] {
  const found: string[] = [];
  const compare = (part: string, all: readonly Totals[], totals = slice.totals) => {
    for (const name of additiveMeasures) {
      const whole = totals?.[name];
      if (whole === undefined || all.length === 0 || all.some((totals) => totals[name] === undefined))
        continue;
      const sum = all.reduce((units, totals) => units + units9(name, totals[name] ?? null), 0n);
      if (sum !== units9(name, whole)) found.push(`${path}.${part}: ${name}`);
    }
  };
  for (const [name, list] of Object.entries(slice.series ?? {}))
    compare(
      `series.${name}`,
      list.map(({ totals }) => totals),
    );
  for (const [name, list] of Object.entries(slice.by ?? {})) {
    const parts = asked.by?.[name];
    const isWhole = parts?.having === undefined;
    if (isWhole && list.every(({ totals }) => totals))
      compare(
        `by.${name}`,
        list.map(({ totals }) => totals ?? {}),
      );
    const before = list.flatMap(({ previous }) =>
      isSame(previous, slice.previous) ? [previous.totals] : [],
    );
    if (isWhole && before.length === list.length)
      compare(
        `previous of by.${name}`,
        before.map((totals = {}) => totals),
        slice.previous?.totals ?? {},
      );
    for (const group of list) found.push(...disagreements(group, parts, `${path}.by.${name}[${group.key}]`));
  }
  if (slice.previous) found.push(...disagreements(slice.previous, {}, `${path}.previous`));
  return found;
}

function isSame(period: Period | undefined, other: Period | undefined): period is Period {
  return isDeepStrictEqual(period?.window, other?.window) && period?.totals !== undefined;
}

function units9(name: Measure, value: Value): bigint {
  return isAmount(name) ? toUnits(String(value)) : BigInt(String(value));
}

/** The parts of a plan, sorted, because they are answered in any order. */
export function partsOf({ plan = [] }: Answer): string[] {
  return plan.map(({ part }) => part).toSorted();
}
