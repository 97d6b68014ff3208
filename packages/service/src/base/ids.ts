import { getRandomValues } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import { databaseTime } from './clock.ts';

/** Drawn in advance: a system call for each id costs more than the id. */
const randomWords = new Uint32Array(1024);
let used = randomWords.length;

function nextUint32(): number {
  if (used === randomWords.length) {
    getRandomValues(randomWords);
    used = 0;
  }
  return randomWords[used++] as number;
}

const byteOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const text = Buffer.alloc(36, '-');
const digits = Buffer.from('0123456789abcdef');

/** Makes ascending UUIDv7. The library's text, built of pieces, takes ten times the memory. */
export function idMaker(time: () => number): () => string {
  const generator = new V7Generator({ nextUint32 });
  // Ids never step backwards, however far the time does.
  generator.setRollbackAllowance(2 ** 48 - 1);
  return () => {
    const { bytes } = generator.generateOrResetWithTs(time());
    for (let i = 0; i < 16; i++) {
      const byte = bytes[i] as number;
      const place = byteOffsets[i] as number;
      text[place] = digits[byte >>> 4] as number;
      text[place + 1] = digits[byte & 15] as number;
    }
    return text.toString('latin1');
  };
}

/** A UUIDv7 with the time of the database, ascending within this process. */
export const newId = idMaker(databaseTime);
