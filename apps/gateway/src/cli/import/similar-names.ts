/** The name that was probably meant, by its letters or up to two typing mistakes. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const same = names.find((other) => isSameName(other, name) || isSameName(name, other));
  if (same !== undefined) return same;
  const mistakes = (other: string) => distance(normal(name), normal(other));
  const [best] = names.toSorted((a, b) => mistakes(a) - mistakes(b));
  return best !== undefined && normal(best).length > 3 && mistakes(best) <= 2 ? best : undefined;
}

/** Apart from case, spaces and punctuation: `Agent`, `Agent key` and `agent_key` name the field `agentKey`. */
export function isSameName(field: string, column: string): boolean {
  const name = normal(column);
  return name !== '' && (normal(field) === name || normal(field.replace(/(Key|At)$/, '')) === name);
}

/** Such as `Created (UTC)` and `created_utc`, but not `Time (GMT+1)`. */
export function namesUtc(column: string): boolean {
  return /(?<![a-z])(UTC|GMT)(?![a-z]|\s*[+-]\d)/i.test(column);
}

/** Such as `Amount (USD)`. */
export function namesUsd(column: string): boolean {
  return /(?<![a-z])USD(?![a-z])/i.test(column);
}

/** Letters and digits in lower case. */
export function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function quoted(name: string): string {
  return JSON.stringify(name);
}

export function listed(names: readonly string[]): string {
  return [...new Set(names)].map(quoted).join(', ');
}

/** How many characters to add, remove or replace. */
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
