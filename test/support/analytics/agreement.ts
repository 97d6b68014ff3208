import { toUnits } from '../load/exact-decimal.ts';
import {
  type Answer,
  additiveMeasures,
  type Measure,
  type Slice,
  type Totals,
  type Value,
} from './question.ts';

const quotients = new Set<string>(['averageRevenue', 'costPerGoal']);

/** The answer with amounts in their shortest form, because an exact sum may have trailing zeros. */
export function withShortAmounts<T>(answer: T): T {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      (isAmount(name) || quotients.has(name)) && typeof value === 'string' ? shortest(value) : value,
    ),
  ) as T;
}

const isAmount = (name: string) => ['revenue', 'value', 'cost', 'margin'].includes(name);

function shortest(amount: string): string {
  // Throws for text that is not a decimal of at most nine places.
  toUnits(amount);
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Where the parts of a slice do not add up to its totals: groups, and the buckets of every series. */
export function disagreements(slice: Slice, path = 'root'): string[] {
  const found: string[] = [];
  const compare = (part: string, all: readonly Totals[]) => {
    for (const name of additiveMeasures) {
      const whole = slice.totals?.[name];
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
    if (list.every(({ totals }) => totals))
      compare(
        `by.${name}`,
        list.map(({ totals }) => totals ?? {}),
      );
    for (const group of list) found.push(...disagreements(group, `${path}.by.${name}[${group.key}]`));
  }
  if (slice.previous) found.push(...disagreements(slice.previous, `${path}.previous`));
  return found;
}

function units9(name: Measure, value: Value): bigint {
  return isAmount(name) ? toUnits(String(value)) : BigInt(String(value));
}

/** The parts of a plan, sorted, because they are answered in any order. */
export function partsOf({ plan = [] }: Answer): string[] {
  return plan.map(({ part }) => part).toSorted();
}
