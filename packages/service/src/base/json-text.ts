/**
 * A text in quotes, or null. Only for text that needs no escaping, such as ids and times; anything else must go
 * through `escaped`.
 */
export function quoted(value: string | null | undefined): string {
  return value == null ? 'null' : `"${value}"`;
}

export function escaped(value: string | null | undefined): string {
  return value == null ? 'null' : JSON.stringify(value);
}

/**
 * The items between `head` and `tail`, separated by commas. All is joined at once: a text that is put together by `+`
 * is a tree in V8, which copies it when its length in bytes is needed.
 */
export function joinBetween(head: string, items: readonly string[], tail: string): string {
  const last = items.length - 1;
  if (last < 0) return head + tail;
  const ends = (item: string, i: number) => (i === 0 ? head : '') + item + (i === last ? tail : '');
  return items.map(ends).join(',');
}
