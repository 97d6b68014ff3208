import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decodeText, readBegin } from './decode-text.ts';

export type TextOptions = {
  encoding?: string | undefined;
  /** Title lines above the header. */
  skipLines?: number | undefined;
};

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
  const lines = new TitleLines(skipLines);
  for await (const chunk of text) {
    const start = lines.startIn(chunk);
    if (start > 0) skipped.push(chunk.subarray(0, start));
    if (start === chunk.length) continue;
    if (skipped.length > 0) onSkipped(Buffer.concat(skipped.splice(0)).toString());
    yield chunk.subarray(start);
  }
}

/** Finds the end of title lines. Old programs end lines with a carriage return alone. */
class TitleLines {
  #left: number;
  #isAfterReturn = false;

  constructor(count: number) {
    this.#left = count;
  }

  /** Where the text below the title lines begins in a chunk. */
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

/** Some downloads are packed twice. A file that holds itself would be unpacked without end. */
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
