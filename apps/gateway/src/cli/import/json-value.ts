/** Parses JSON. Throws RangeError for a number that does not fit, which would go on to the API as null. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      throw new RangeError('holds a number that is out of range');
    }
    return value;
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON in which the order of an object's fields makes no difference. Unlike RFC 8785 it has a text for unpaired
 * surrogates as well: a row that holds some is for the API to reject, and its neighbours are imported.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}
