/**
 * Parses JSON. Throws RangeError for a number that is out of range: JavaScript reads it as infinity, which
 * `JSON.stringify` would send as null.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      throw new RangeError('holds a number that is out of range');
    }
    return value;
  });
}

/**
 * The numbers of the outermost object as they stand in the text, by their names. JavaScript would round those with
 * many digits.
 */
export function numberTexts(text: string): ReadonlyMap<string, string> {
  const found: { holder: unknown; name: string; source: string }[] = [];
  const object: unknown = JSON.parse(
    text,
    function (this: unknown, name, value, context?: { source?: string }) {
      if (typeof value === 'number' && context?.source)
        found.push({ holder: this, name, source: context.source });
      return value;
    },
  );
  return new Map(found.filter(({ holder }) => holder === object).map(({ name, source }) => [name, source]));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON with the keys in order, so that equal values have equal text. Unlike RFC 8785 it accepts half of a surrogate
 * pair, so that the API refuses this one row.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}
