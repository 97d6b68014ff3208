import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'ot_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power above 2^256. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const format = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** `ot_live_`, 32 random bytes in base62, and a checksum of 6 characters. */
export function newToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksum(secret)}`;
}

/** Refuses typing errors without a look-up. */
export function isWellFormedToken(token: string): boolean {
  if (!format.test(token)) return false;
  const secret = token.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return token.endsWith(checksum(secret));
}

/** Undefined for a malformed token. */
export function tokenOfHeader(header: string): string | undefined {
  const token = header.match(/^Bearer +(\S+)$/i)?.[1];
  return token !== undefined && isWellFormedToken(token) ? token : undefined;
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Identifies the key in lists. */
export function displayPrefix(token: string): string {
  return token.slice(0, PREFIX.length + 6);
}

function checksum(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}
