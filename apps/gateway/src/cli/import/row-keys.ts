import { hash } from 'node:crypto';
import { canonicalJson } from './json-value.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

/**
 * Gives every row of a file its idempotency key: the SHA-256 of its content, and which occurrence of that content in
 * the file it is. So a second run replays, also when rows were added or moved in between, and identical rows of one
 * file stay as many as they are. `scope` keeps equal rows of different operations apart.
 */
export class RowKeys {
  readonly #scope: string;
  readonly #occurrences = new OccurrenceCounter();

  constructor(scope: string) {
    this.#scope = scope;
  }

  /** Of a record that Outturn has written out, in whatever file it is. */
  ofRecord(id: string): string {
    return `import-${this.#scope}-${id}`;
  }

  next(fields: Record<string, unknown>): string {
    const digest = hash('sha256', `${this.#scope}\0${canonicalJson(fields)}`, 'buffer');
    const occurrence = this.#occurrences.next(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return `import-${digest.toString('base64url')}-${occurrence}`;
  }
}
