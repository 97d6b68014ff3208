/** Literals for `unnest`, which pads arrays: null if no element has a value. */
export function plainArray(values: readonly (string | null)[]): string | null {
  if (!values.includes(null)) return `{${values.join(',')}}`;
  return values.every(isNull) ? null : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string | null {
  if (values.every(isNull)) return null;
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`;
}

function isNull(value: string | null): value is null {
  return value === null;
}

function quote(value: string): string {
  // A test is cheaper than a replacement, which is rarely needed.
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
