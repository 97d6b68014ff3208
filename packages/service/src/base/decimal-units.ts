/** Decimals of amounts in USD. */
const SCALE = 9;

/** Whole billionths of a decimal text such as "-99.90", so that sums and comparisons are exact. */
export function toUnits(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
  return decimal.startsWith('-') ? -units : units;
}

/** The shortest text, with trailing zeros as far as another decimal has them, such as the one that it was computed from. */
export function fromUnits(units: bigint, like = ''): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  const decimals = like.split('.')[1]?.length ?? 0;
  const fraction = digits.slice(-SCALE).replace(/0+$/, '').padEnd(decimals, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction && `.${fraction}`}`;
}
