/**
 * PostgreSQL array literals for `unnest`, which fills up shorter arrays: a column without any value, as most optional ones
 * are, is no array at all. Plain elements (numbers, timestamps) need no quotes, which makes the literal of a batch a single
 * join. Uuids have a quicker way: see `uuid-array.ts`.
 */
export function plainArray(values: readonly (string | null)[]): string | null {
  if (!values.includes(null)) return `{${values.join(',')}}`;
  return values.every(isNull) ? null : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Elements of free text, quoted and escaped. */
export function textArray(values: readonly (string | null)[]): string | null {
  if (values.every(isNull)) return null;
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`;
}

function isNull(value: string | null): value is null {
  return value === null;
}

function quote(value: string): string {
  // Looking is cheaper than replacing, and there is mostly nothing to replace.
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
