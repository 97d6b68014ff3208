/** A decimal amount in billionths, which is always a whole number. */
export function nanos(amount: string | null | undefined): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(amount ?? '') ?? [];
  return BigInt(`${sign}${whole}${decimals.padEnd(9, '0')}`);
}

/** The exact sum of some records' amounts, in billionths. */
export function sumOf(records: readonly { amount: string }[]): bigint {
  return records.reduce((sum, { amount }) => sum + nanos(amount), 0n);
}
