/** Bytes of the rolling hash. Shorter secrets cannot be searched for. */
const SHORTEST = 12;
const FEWEST_CHARACTERS = 5;

/** Whether a secret is long and varied enough to occur only on purpose: `once` and `xxx…` are not. */
export function isDistinctive(secret: string): boolean {
  return secret.length >= SHORTEST && new Set(secret).size >= FEWEST_CHARACTERS;
}

/** The base of the polynomial that the hash is, modulo 2^32. */
const BASE = 0x01000193;
/**
 * Bits of a hash by which most positions are rejected: half a megabyte of bits, which fits the cache of the
 * processor.
 */
const BITS = 22;

export type Hit = { secret: string; position: number };

/**
 * Finds any of very many byte strings in a text in one pass (Rabin-Karp), because looking for each in turn would read
 * all material of a run once for every secret.
 *
 * A hash of 12 bytes rolls over the text: each step adds one byte and removes the oldest. A bit set rejects the
 * positions at which no secret can begin; at the others, the strings with the same hash are compared as a whole.
 * Strings are in Latin-1, one character for each byte.
 */
export class SecretSearch {
  readonly longest: number;
  readonly #secrets: ReadonlySet<string>;
  /** The lengths of secrets, by the hash of their first 12 bytes. */
  readonly #lengths = new Map<number, number[]>();
  /** A set of the last bits of all hashes. */
  readonly #maybe = new Uint8Array(1 << (BITS - 3));

  constructor(secrets: Iterable<string>) {
    this.#secrets = new Set(secrets);
    this.longest = this.#secrets.values().reduce((most, { length }) => Math.max(most, length), SHORTEST);
    for (const secret of this.#secrets) {
      if (secret.length < SHORTEST) throw new Error(`${secret} is too short to be searched for`);
      const hash = hashOf(secret);
      const lengths = this.#lengths.get(hash) ?? [];
      if (!lengths.includes(secret.length)) lengths.push(secret.length);
      this.#lengths.set(hash, lengths);
      const bit = lastBits(hash);
      this.#maybe[bit >> 3] = byte(this.#maybe, bit >> 3) | (1 << (bit & 7));
    }
  }

  /**
   * Calls `onHit` for each secret that begins before `end`. The text may go on behind `end`, so that a secret which
   * begins just before it is complete; the caller searches pieces that overlap.
   */
  in(text: Buffer, end: number, onHit: (hit: Hit) => void): void {
    const maybe = this.#maybe;
    let hash = 0;
    for (let i = 0; i < SHORTEST - 1 && i < text.length; i++) hash = Math.imul(hash, BASE) + byte(text, i);
    for (let i = SHORTEST - 1, from = 0; i < text.length && from < end; i++, from++) {
      hash = (Math.imul(hash, BASE) + byte(text, i)) | 0;
      const bit = lastBits(hash);
      if (byte(maybe, bit >> 3) & (1 << (bit & 7))) this.#look(text, from, hash, onHit);
      hash -= Math.imul(LAST_POWER, byte(text, from));
    }
  }

  #look(text: Buffer, position: number, hash: number, onHit: (hit: Hit) => void): void {
    for (const length of this.#lengths.get(hash) ?? []) {
      const secret = text.toString('latin1', position, position + length);
      if (this.#secrets.has(secret)) onHit({ secret, position });
    }
  }
}

/**
 * The contribution of the oldest of the 12 bytes to the hash, for each unit, to remove it: the base to the power of 11.
 */
const LAST_POWER = Array.from({ length: SHORTEST - 1 }).reduce((power: number) => Math.imul(power, BASE), 1);

function hashOf(secret: string): number {
  let hash = 0;
  for (let i = 0; i < SHORTEST; i++) hash = (Math.imul(hash, BASE) + secret.charCodeAt(i)) | 0;
  return hash;
}

const byte = (bytes: Uint8Array, i: number) => bytes[i] ?? 0;

/**
 * The upper bits are folded into the lower ones: in a product modulo 2^32 a bit changes only the bits from its own
 * place up, so the lowest bits are mixed least.
 */
const lastBits = (hash: number) => (hash ^ (hash >>> 15)) & ((1 << BITS) - 1);
