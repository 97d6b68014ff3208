/**
 * PostgreSQL array literals. Plain elements (uuids, numbers, timestamps) need no quotes, which makes the literal of a
 * batch a single join.
 */
export function plainArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Elements of free text, quoted and escaped. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`;
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
