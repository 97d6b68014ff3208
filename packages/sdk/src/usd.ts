import { toUsd } from '@outturn/money';
import type { Amount } from './amount.ts';
import { OutturnAmountError } from './errors.ts';

/**
 * The decimal text in which the API takes and stores an amount: `usd(3e-7)` is "0.0000003". Rounds half-even to 9 decimals,
 * from the shortest text of a number; keeps text that the API accepts, such as "99.90". Calls do the same with their amounts.
 *
 * Throws {@link OutturnAmountError} for NaN, infinities, more than 15 digits before the decimal point, and text that is no
 * number.
 */
export function usd(amount: Amount): string {
  return toUsd(amount, (problem) => new OutturnAmountError(problem));
}

/** Names the field in the error. */
export function usdIn(amount: Amount, field: string): string {
  return toUsd(amount, (problem) => new OutturnAmountError(`${field}: ${problem}`));
}
