/** Amounts as whole units of 10^-9 USD, the finest that the API takes: sums of these are exact to the last decimal. */
const DECIMALS = 9;

/** `"99.90"` to `99900000000n`. Throws for anything that is not a decimal of at most 9 places. */
export function toUnits(decimal: string): bigint {
  const [, sign, whole = '0', fraction = ''] = decimal.match(/^(-?)(\d+)(?:\.(\d{1,9}))?$/) ?? [];
  if (sign === undefined) throw new Error(`not a decimal of at most ${DECIMALS} places: ${decimal}`);
  const units = BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
  return sign === '-' ? -units : units;
}

/** The shortest text, without trailing zeros. */
export function toDecimal(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}

export function sumOf(units: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const each of units) sum += each;
  return sum;
}
