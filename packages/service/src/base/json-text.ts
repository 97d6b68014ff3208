/** For text that needs no escaping. */
export function quoted(value: string | null | undefined): string {
  return value == null ? 'null' : `"${value}"`;
}

export function escaped(value: string | null | undefined): string {
  return value == null ? 'null' : JSON.stringify(value);
}

/** One `join`: V8 copies a concatenated string again to get its byte length. */
export function joinBetween(head: string, items: readonly string[], tail: string): string {
  const last = items.length - 1;
  if (last < 0) return head + tail;
  const ends = (item: string, i: number) => (i === 0 ? head : '') + item + (i === last ? tail : '');
  return items.map(ends).join(',');
}
