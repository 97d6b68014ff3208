import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decodeText, readBegin } from './decode-text.ts';

export type TextOptions = {
  encoding?: string | undefined;
  /** Number of title lines above the header. */
  skipLines?: number | undefined;
};

/** Bytes of the lines that are skipped. They are kept for the file of rejected rows. */
const MAX_TITLES = 1024 ** 2;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The text of a file in UTF-8, unpacked if it is gzip. `onSkipped` gets the lines that are left out. */
export async function* readText(
  chunks: AsyncIterable<Buffer>,
  { encoding, skipLines = 0 }: TextOptions,
  onSkipped: (lines: string) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const text = decodeText(unpacked(chunks), encoding);
  if (skipLines === 0) return yield* text;
  const skipped: Buffer[] = [];
  let size = 0;
  const lines = new TitleLines(skipLines);
  for await (const chunk of text) {
    const start = lines.startIn(chunk);
    if (start > 0) skipped.push(chunk.subarray(0, start));
    size += start;
    if (size > MAX_TITLES) throw new Error('The title lines of --skip-lines are larger than 1 MiB.');
    if (start === chunk.length) continue;
    if (skipped.length > 0) onSkipped(Buffer.concat(skipped.splice(0)).toString());
    yield chunk.subarray(start);
  }
}

/**
 * Finds the end of the title lines in a stream of bytes. A line ends with a line feed, a carriage return (in files of
 * old programs) or both, which may be in two chunks.
 */
class TitleLines {
  #left: number;
  #isAfterReturn = false;

  constructor(count: number) {
    this.#left = count;
  }

  /** The index in this chunk at which the text below the title lines begins; its length if it does not begin yet. */
  startIn(chunk: Buffer): number {
    for (const [i, byte] of chunk.entries()) {
      const isSecondByte = this.#isAfterReturn && byte === LINE_FEED;
      this.#isAfterReturn = false;
      if (isSecondByte) continue;
      if (this.#left === 0) return i;
      this.#isAfterReturn = byte === CARRIAGE_RETURN;
      if (this.#isAfterReturn || byte === LINE_FEED) this.#left--;
    }
    return chunk.length;
  }
}

/**
 * How often a file is unpacked. Some downloads are packed twice; a file that contains itself would be unpacked for
 * ever.
 */
const MAX_LAYERS = 2;

async function* unpacked(chunks: AsyncIterable<Buffer>, layers = MAX_LAYERS): AsyncGenerator<Buffer> {
  const { begin, rest } = await readBegin(chunks, 4);
  if ([ZIP, OLD_EXCEL].some((mark) => begin.subarray(0, 4).equals(mark)))
    throw new Error('The file is a ZIP archive or an Excel workbook. Unpack it, or save it as CSV.');
  if (layers === 0 || !begin.subarray(0, 2).equals(GZIP)) return yield* rest;
  const gunzip = createGunzip();
  pipeline(Readable.from(rest), gunzip, () => undefined);
  try {
    yield* unpacked(gunzip, layers - 1);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new Error(`The file is damaged, or its end is missing (gzip: ${error.message}).`);
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\u0003\u0004');
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
