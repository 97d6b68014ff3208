/** US dollars. A `bigint` is whole dollars. */
export type Amount = string | number | bigint;

/** Limits of the API. */
const MAX_DIGITS = 15;
const MAX_DECIMALS = 9;
const LARGEST = 10n ** BigInt(MAX_DIGITS + MAX_DECIMALS) - 1n;

const accepted = new RegExp(`^-?\\d{1,${MAX_DIGITS}}(\\.\\d{1,${MAX_DECIMALS}})?$`);
/** The texts that `String` makes of numbers. */
const numeral = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Decimal text for the API: rounded half-even to 9 decimals from the shortest text of the number, without exponent. Text that
 * the API accepts is kept. Throws what `refuse` makes of the problem.
 */
export function toUsd(amount: Amount, refuse: (problem: string) => Error): string {
  const text = String(amount);
  if (accepted.test(text) && typeof amount === 'string') return text;
  const [, sign, whole = '', decimals = '', exponent = '0'] = numeral.exec(text) ?? [];
  if (sign === undefined) throw refuse(`${text} is not an amount in USD`);
  const digits = (whole + decimals).replace(/^0+/, '');
  const shift = Number(exponent) - decimals.length + MAX_DECIMALS;
  const units = digits === '' ? 0n : toUnits(digits, shift);
  if (units === undefined || units > LARGEST) {
    throw refuse(`${text} has more than ${MAX_DIGITS} digits before the decimal point`);
  }
  return units === 0n ? '0' : sign + format(units);
}

/** `digits` times ten to the power of `shift`, rounded half-even; undefined if beyond all limits. */
function toUnits(digits: string, shift: number): bigint | undefined {
  const length = digits.length + shift;
  if (length > MAX_DIGITS + MAX_DECIMALS) return undefined;
  if (shift >= 0) return BigInt(digits + '0'.repeat(shift));
  // Less than a tenth of a unit.
  if (length < 0) return 0n;
  const kept = BigInt(digits.slice(0, length));
  const rest = digits.slice(length);
  const isHalf = /^50*$/.test(rest);
  const isUp = isHalf ? kept % 2n === 1n : rest >= '5';
  return isUp ? kept + 1n : kept;
}

function format(units: bigint): string {
  const digits = units.toString().padStart(MAX_DECIMALS + 1, '0');
  const decimals = digits.slice(-MAX_DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -MAX_DECIMALS) + (decimals && `.${decimals}`);
}
