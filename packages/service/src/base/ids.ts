import { getRandomValues } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import { databaseTime } from './clock.ts';

/** Random numbers are drawn 1,024 at a time, because a system call for each id costs more than the rest of the id. */
const randomWords = new Uint32Array(1024);
let used = randomWords.length;

function nextUint32(): number {
  if (used === randomWords.length) {
    getRandomValues(randomWords);
    used = 0;
  }
  return randomWords[used++] as number;
}

/** Where each of the 16 bytes stands in the text of a UUID, which has dashes at 8, 13, 18 and 23. */
const byteOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/**
 * Each id is written into this buffer, and becomes one flat string. The text of the library is joined digit by digit,
 * which V8 keeps as two dozen pieces, ten times the memory, until it is sent.
 */
const text = Buffer.alloc(36, '-');
const digits = Buffer.from('0123456789abcdef');

/**
 * Makes UUIDs of version 7 from `time`, in milliseconds since 1970. Ids of one maker ascend strictly, even if the
 * time goes back.
 */
export function idMaker(time: () => number): () => string {
  const generator = new V7Generator({ nextUint32 });
  // Without this, the library would follow a time that goes back far, and ids would descend.
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

/** The first id of a time, in milliseconds since 1970. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * A new id with the time of the database. Ids ascend within this process; those of several gateways are in order only
 * as far as their clocks agree.
 */
export const newId = idMaker(databaseTime);
