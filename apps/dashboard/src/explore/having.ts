import Big from 'big.js';
import { fromAmountInput, toAmountInput } from '../format/amount-input.ts';
import { formatMeasure, type Measure, measureNames, measures } from '../measures/measures.ts';
import { sharedMeasures } from '../proof/measure-parts.ts';

export const bounds = {
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'less than',
} as const;
export type Bound = keyof typeof bounds;

/** A condition on groups. The value is a decimal string, empty while it is not chosen yet. */
export type Having = { measure: Measure; is: Bound; value: string };

/** The API has no condition on shares. */
export const havingMeasures = measureNames.filter((measure) => !(measure in sharedMeasures));

/** The condition of a URL's search, which may be edited by hand. */
export function isHaving(given: unknown): given is Having {
  const { measure, is, value } = Object(given);
  const isValue = typeof value === 'string' && (value === '' || /^-?\d{1,15}(\.\d{1,9})?$/.test(value));
  return (
    havingMeasures.some((name) => name === measure) &&
    typeof is === 'string' &&
    Object.hasOwn(bounds, is) &&
    isValue
  );
}

/** Such as `Margin is less than $0.00`. */
export function havingText({ measure, is, value }: Having): string {
  const { label, kind } = measures[measure];
  return `${label} is ${bounds[is]} ${formatMeasure(measure, kind === 'amount' ? value : Number(value))}`;
}

/** A value as people edit it: a ratio in percent. */
export function toBoundInput({ measure, value }: Having): string {
  return toAmountInput(value && isPercentage(measure) ? new Big(value).times(100).toFixed() : value);
}

/** The value that was typed, as the API takes it; undefined for anything else. */
export function fromBoundInput(measure: Measure, text: string): string | undefined {
  const value = fromAmountInput(text);
  return value !== undefined && isPercentage(measure) ? new Big(value).div(100).round(9).toFixed() : value;
}

export function isPercentage(measure: Measure): boolean {
  return measures[measure].kind === 'ratio';
}
