import { hash } from 'node:crypto';
import { canonicalJson } from './json-value.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

/**
 * SHA-256 of the content plus its occurrence number: a second run replays even after rows were added or moved, and identical
 * rows of one file are all recorded.
 */
export class RowKeys {
  readonly #scope: string;
  readonly #occurrences = new OccurrenceCounter();

  constructor(scope: string) {
    this.#scope = scope;
  }

  /** For exported records, in any file. */
  ofRecord(id: string): string {
    return `import-${this.#scope}-${id}`;
  }

  next(fields: Record<string, unknown>): string {
    const digest = hash('sha256', `${this.#scope}\0${canonicalJson(fields)}`, 'buffer');
    const occurrence = this.#occurrences.next(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return `import-${digest.toString('base64url')}-${occurrence}`;
  }
}
