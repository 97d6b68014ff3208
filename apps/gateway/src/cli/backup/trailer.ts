import { createHash, type Hash } from 'node:crypto';

/** A frame that Zstandard's decoders skip, with 32 bytes of content. */
const FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);

export const TRAILER_LENGTH = FRAME.length + 32;

/** Covers all bytes before the trailer. */
export function startChecksum(): Hash {
  return createHash('sha256');
}

export function trailerOf(checksum: Hash): Buffer {
  return Buffer.concat([FRAME, checksum.digest()]);
}

export function isTrailer(bytes: Buffer): boolean {
  return bytes.length === TRAILER_LENGTH && bytes.subarray(0, FRAME.length).equals(FRAME);
}
