import { hash } from 'node:crypto';
import { canonicalJson } from './json-value.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

/**
 * Makes the idempotency key of each row, by which an import can be repeated. The key is made of the content of the
 * row and not of its place, so that rows may be added or moved in between. Equal rows of one file are all recorded:
 * the key has the number of the occurrence, too.
 *
 * For example, a file has two equal rows. Their keys end with -1 and -2. In a second run, with a row inserted above,
 * they have the same two keys and are replayed.
 */
export class RowKeys {
  readonly #scope: string;
  readonly #occurrences = new OccurrenceCounter();

  constructor(scope: string) {
    this.#scope = scope;
  }

  /** For a record of an exported file, whose id is the same in any file. */
  ofRecord(id: string): string {
    return `import-${this.#scope}-${id}`;
  }

  /** For the next row with this content. */
  next(fields: Record<string, unknown>): string {
    const digest = hash('sha256', `${this.#scope}\0${canonicalJson(fields)}`, 'buffer');
    const occurrence = this.#occurrences.next(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return `import-${digest.toString('base64url')}-${occurrence}`;
  }
}
