/** JSON text of a value that needs no escaping: an id, a number in quotes, an instant. */
export function quoted(value: string | null | undefined): string {
  return value == null ? 'null' : `"${value}"`;
}

/** JSON text of free text. */
export function escaped(value: string | null | undefined): string {
  return value == null ? 'null' : JSON.stringify(value);
}

/**
 * `head`, the items with commas between them, and `tail`. In one piece: text that is put together from pieces is copied once
 * more when its length in bytes is asked for, and the results of a batch are half a megabyte.
 */
export function joinBetween(head: string, items: readonly string[], tail: string): string {
  const last = items.length - 1;
  if (last < 0) return head + tail;
  const ends = (item: string, i: number) => (i === 0 ? head : '') + item + (i === last ? tail : '');
  return items.map(ends).join(',');
}
