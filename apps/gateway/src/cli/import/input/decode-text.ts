import { checkUtf8 } from './check-utf8.ts';

/** Byte order marks. One that a file begins with counts more than `encoding`. */
const marks: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/**
 * Turns a text of any encoding into UTF-8. Throws at the first byte that the encoding does not have, and for UTF-16
 * that is taken for UTF-8.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding = 'utf-8'): AsyncGenerator<Buffer> {
  const { begin, rest } = await readBegin(chunks, 4);
  const marked = marks.find(([, mark]) => begin.subarray(0, mark.length).equals(mark))?.[0];
  const decoder = new TextDecoder(marked ?? encoding, { fatal: true });
  if (decoder.encoding === 'utf-8') {
    if (begin.subarray(0, 4).includes(0))
      throw new Error(`The file is no UTF-8 text. Pass --encoding ${utf16Of(begin)}.`);
    return yield* checkUtf8(rest);
  }
  try {
    for await (const chunk of rest) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`The file is not text in ${decoder.encoding}. Pass its encoding with --encoding.`);
  }
}

/** A letter of ASCII has a zero byte in UTF-16. Its place tells the order of the bytes. */
function utf16Of(begin: Buffer): string {
  return begin.indexOf(0) % 2 === 1 ? 'utf-16le' : 'utf-16be';
}

/** Reads until there are `length` bytes or the input ends. `rest` yields everything, with these bytes first. */
export async function readBegin(
  chunks: AsyncIterable<Buffer>,
  length: number,
): Promise<{ begin: Buffer; rest: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let begin = Buffer.alloc(0);
  while (begin.length < length) {
    const next = await iterator.next();
    if (next.done) break;
    begin = Buffer.concat([begin, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield begin;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { begin, rest: all() };
}

/** Throws RangeError for an encoding that `TextDecoder` does not have. */
export function checkEncoding(name: string): void {
  new TextDecoder(name);
}
