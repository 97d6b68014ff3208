/** Formats millionths of a dollar, whose sums are exact: 1,230,000 is "1.23". */
export function fromMicros(micros: number): string {
  const sign = micros < 0 ? '-' : '';
  const digits = String(Math.abs(micros)).padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0{0,4}$/, '');
  return `${sign}${digits.slice(0, -6)}.${decimals}`;
}

/** Parses a decimal with at most six decimal places. */
export function toMicros(decimal: string): number {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  return Number(whole + decimals.padEnd(6, '0')) * (decimal.startsWith('-') ? -1 : 1);
}
