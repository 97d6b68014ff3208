/** The time of a record whose caller says none. */
export function now(): string {
  return new Date().toISOString();
}
