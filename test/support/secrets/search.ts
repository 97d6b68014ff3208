/** The number of bytes that are hashed. */
const SHORTEST = 12;
const FEWEST_CHARACTERS = 5;

/** Whether a secret is long and varied enough to occur only on purpose: `once` and `xxx…` are not. */
export function isDistinctive(secret: string): boolean {
  return secret.length >= SHORTEST && new Set(secret).size >= FEWEST_CHARACTERS;
}

const BASE = 0x01000193;
const BITS = 22;

export type Hit = { secret: string; position: number };

/**
 * Finds any of very many byte strings in a text in one pass (Rabin-Karp): a rolling hash of 12 bytes finds candidates,
 * and a look-up of whole strings confirms them. Strings are in Latin-1, one character per byte.
 */
export class SecretSearch {
  readonly longest: number;
  readonly #secrets: ReadonlySet<string>;
  /** Lengths of the secrets that begin with 12 bytes of this hash. */
  readonly #lengths = new Map<number, number[]>();
  /** A bit set of the hashes' last bits, which rejects most positions of a text. */
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

  /** Calls `onHit` for each secret in `text` that begins before `end`. */
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

/** The factor of the oldest byte in the rolling hash. */
const LAST_POWER = Array.from({ length: SHORTEST - 1 }).reduce((power: number) => Math.imul(power, BASE), 1);

function hashOf(secret: string): number {
  let hash = 0;
  for (let i = 0; i < SHORTEST; i++) hash = (Math.imul(hash, BASE) + secret.charCodeAt(i)) | 0;
  return hash;
}

const byte = (bytes: Uint8Array, i: number) => bytes[i] ?? 0;

/** Folds in the upper bits, because each byte affects only the bits above its own. */
const lastBits = (hash: number) => (hash ^ (hash >>> 15)) & ((1 << BITS) - 1);
