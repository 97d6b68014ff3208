import { visible } from '../format/visible.ts';

export type KeyedRow = { key: string | null; label: string | null; isOther: boolean };

/** The name or key of a row of an answer, with hidden characters made visible; words where it has no key. */
export function keyText({ key, label, isOther }: KeyedRow, dimension: string): string {
  if (isOther) return 'All others';
  if (key === null) return `No ${dimension}`;
  return visible(label || key);
}

/** The texts that stand for more than one key: their rows show the key as well. */
export function sharedTexts(rows: readonly KeyedRow[], dimension: string): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const row of rows) {
    const text = keyText(row, dimension);
    const owner = JSON.stringify([row.isOther, row.key]);
    if (owners.has(text) && owners.get(text) !== owner) shared.add(text);
    owners.set(text, owner);
  }
  return shared;
}

/** Names of the groups of one answer; names that are not unique are followed by the key. */
export function keyTexts(rows: readonly KeyedRow[], dimension: string): string[] {
  const shared = sharedTexts(rows, dimension);
  return rows.map((row) => {
    const text = keyText(row, dimension);
    return row.key !== null && shared.has(text) ? `${text} (${visible(row.key)})` : text;
  });
}
