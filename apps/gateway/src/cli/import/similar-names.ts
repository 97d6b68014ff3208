/** Characters of a name that is compared with others, which takes its length times theirs. */
export const MAX_NAME = 100;

/**
 * The name that was probably meant: the same apart from case and punctuation, or one with at most two typing
 * mistakes.
 */
export function closest(name: string, names: readonly string[]): string | undefined {
  const some = names.filter((other) => other.length <= MAX_NAME);
  if (name.length > MAX_NAME) return undefined;
  const same = some.find((other) => isSameName(other, name) || isSameName(name, other));
  if (same !== undefined) return same;
  const mistakes = (other: string) => distance(normal(name), normal(other));
  const [best] = some.toSorted((a, b) => mistakes(a) - mistakes(b));
  return best !== undefined && normal(best).length > 3 && mistakes(best) <= 2 ? best : undefined;
}

/**
 * Whether a column names a field, apart from case, spaces, punctuation and the ending of the field: `Agent`, `Agent
 * key` and `agent_key` name `agentKey`.
 */
export function isSameName(field: string, column: string): boolean {
  const name = normal(column);
  return name !== '' && (normal(field) === name || normal(field.replace(/(Key|At)$/, '')) === name);
}

/**
 * Whether the name of a column says that its times are in UTC: `Created (UTC)` and `created_utc` do, and `Time
 * (GMT+1)` does not.
 */
export function namesUtc(column: string): boolean {
  return /(?<![a-z])(UTC|GMT)(?![a-z]|\s*[+-]\d)/i.test(column);
}

/** Whether the name of a column says that its amounts are in USD, as `Amount (USD)` does. */
export function namesUsd(column: string): boolean {
  return /(?<![a-z])USD(?![a-z])/i.test(column);
}

/** The letters and digits of a name, in lower case. */
export function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function quoted(name: string): string {
  return JSON.stringify(name);
}

export function listed(names: readonly string[]): string {
  return [...new Set(names)].map(quoted).join(', ');
}

/**
 * How many characters must be added, removed or replaced to make one text of the other (Levenshtein distance). `row`
 * has the distances of the first characters of `a` to each beginning of `b`.
 */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (b[j - 1] === char ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
