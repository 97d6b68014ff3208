/** The type of the elements, by PostgreSQL's number for it. */
const UUID = 2950;
/** Dimensions, whether there are nulls (which PostgreSQL sees for itself), type, elements, and the number of the first. */
const HEADER = 20;
const DASH = 45;

const nibbles = new Uint8Array(128);
for (let value = 0; value < 16; value++) nibbles[value.toString(16).charCodeAt(0)] = value;

/** The digits of an array, one character a byte: faster to read than the text itself. */
let digits = Buffer.alloc(64 * 1024);

/**
 * A PostgreSQL array of uuids, canonical or 32 lower-case hexadecimal digits, for `unnest`: null, as of {@link plainArray},
 * where no element has a value. In the binary format of a parameter (`array_recv` and `uuid_recv` of its source), as
 * every record brings five of them: to read their text took PostgreSQL 2 of the 29 µs that a record costs it.
 */
export function uuidArray(values: readonly (string | null)[]): Buffer | null {
  const text = values.join('');
  if (text === '') return null;
  if (text.length > digits.length) digits = Buffer.alloc(text.length);
  digits.write(text, 'latin1');
  const array = Buffer.allocUnsafe(HEADER + values.length * 20);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(UUID, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER;
  let from = 0;
  for (const value of values) {
    array.writeInt32BE(value === null ? -1 : 16, at);
    at += 4;
    if (value === null) continue;
    const end = from + value.length;
    for (; from < end; from += 2) {
      if (digits[from] === DASH) from++;
      array[at++] =
        ((nibbles[digits[from] as number] as number) << 4) | (nibbles[digits[from + 1] as number] as number);
    }
  }
  return array.subarray(0, at);
}
