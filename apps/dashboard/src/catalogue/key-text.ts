export type KeyedRow = { key: string | null; label: string | null; isOther: boolean };

/** What a group of an answer is called; the ones without a key are told in words. */
export function keyText({ key, label, isOther }: KeyedRow, dimension: string): string {
  if (isOther) return 'All others';
  return label ?? key ?? `No ${dimension}`;
}
