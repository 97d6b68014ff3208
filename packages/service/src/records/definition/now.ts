/** Default time of a record. */
export function now(): string {
  return new Date().toISOString();
}
