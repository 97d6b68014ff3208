import { hash } from 'node:crypto';

/** 128 bits of SHA-256 as hexadecimal digits, which PostgreSQL also reads as a UUID. */
export function sha128(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
