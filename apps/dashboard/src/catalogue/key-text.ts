export type KeyedRow = { key: string | null; label: string | null; isOther: boolean };

/** What a group of an answer is called; the ones without a key are told in words. */
export function keyText({ key, label, isOther }: KeyedRow, dimension: string): string {
  if (isOther) return 'All others';
  return label ?? key ?? `No ${dimension}`;
}

/** What groups beside each other are called: with their keys where several have one name. */
export function keyTexts(rows: readonly KeyedRow[], dimension: string): string[] {
  const texts = rows.map((row) => keyText(row, dimension));
  const counts = Map.groupBy(texts, (text) => text);
  return texts.map((text, index) => {
    const key = rows[index]?.key ?? null;
    return key === null || (counts.get(text)?.length ?? 0) === 1 ? text : `${text} (${key})`;
  });
}
