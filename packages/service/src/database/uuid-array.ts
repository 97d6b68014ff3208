/** PostgreSQL's OID. */
const UUID = 2950;
/** Bytes of the array header: number of dimensions, null flag, element OID, length, lower bound. */
const HEADER = 20;
const DASH = 45;

const nibbles = new Uint8Array(128);
for (let value = 0; value < 16; value++) nibbles[value.toString(16).charCodeAt(0)] = value;

/** Bytes are faster to read than a string. */
let digits = Buffer.alloc(64 * 1024);

/** Binary (`array_recv`, `uuid_recv`): parsing text cost PostgreSQL 2 of 29 µs per record. */
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
