/** Millionths of a dollar as a decimal: 1,230,000 is "1.23". Sums of these are exact. */
export function fromMicros(micros: number): string {
  const sign = micros < 0 ? '-' : '';
  const digits = String(Math.abs(micros)).padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0{0,4}$/, '');
  return `${sign}${digits.slice(0, -6)}.${decimals}`;
}

/** Millionths of a dollar from a decimal of at most six digits behind the point. */
export function toMicros(decimal: string): number {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  return Number(whole + decimals.padEnd(6, '0')) * (decimal.startsWith('-') ? -1 : 1);
}
