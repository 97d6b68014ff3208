import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decodeText, readBegin } from './decode-text.ts';

export type TextOptions = {
  encoding?: string | undefined;
  /** Title lines above the header. */
  skipLines?: number | undefined;
};

const LINE_FEED = 0x0a;

/** The text of a file in UTF-8, unpacked if it is gzip. `onSkipped` gets the lines that are left out. */
export async function* readText(
  chunks: AsyncIterable<Buffer>,
  { encoding, skipLines = 0 }: TextOptions,
  onSkipped: (lines: string) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const text = decodeText(unpacked(chunks), encoding);
  const skipped: Buffer[] = [];
  let left = skipLines;
  for await (const chunk of text) {
    let start = 0;
    while (left > 0) {
      const end = chunk.indexOf(LINE_FEED, start);
      start = end === -1 ? chunk.length : end + 1;
      if (end === -1) break;
      left--;
    }
    if (start > 0) skipped.push(chunk.subarray(0, start));
    if (start === 0) yield chunk;
    else if (left === 0) {
      onSkipped(Buffer.concat(skipped).toString());
      if (start < chunk.length) yield chunk.subarray(start);
    }
  }
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { begin, rest } = await readBegin(chunks, 4);
  if (begin.subarray(0, 4).equals(ZIP))
    throw new Error('The file is a ZIP archive or an Excel workbook. Unpack it, or save it as CSV.');
  if (!begin.subarray(0, 2).equals(GZIP)) return yield* rest;
  const gunzip = createGunzip();
  pipeline(Readable.from(rest), gunzip, () => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new Error(`The file is damaged, or its end is missing (gzip: ${error.message}).`);
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\u0003\u0004');
