/** JSON text of a value that needs no escaping: an id, a number in quotes, an instant. */
export function quoted(value: string | null | undefined): string {
  return value == null ? 'null' : `"${value}"`;
}

/** JSON text of free text. */
export function escaped(value: string | null | undefined): string {
  return value == null ? 'null' : JSON.stringify(value);
}
