import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { type CommitPage, type CommitSnapshot, readCommits } from './commit-log.ts';
import { type CommitPosition, MAX_AGE, type TimedPosition, tooOld } from './commit-position.ts';

/** Milliseconds to wait for an older transaction. */
const FIRST_BACKOFF = 25;
const LONGEST_BACKOFF = 1_000;

/** Unsent records, each with the position after it. */
export type CommittedRecords = { fact: number; ids: { id: string; position: CommitPosition }[] };

type Source = { database: Database; kinds: KindRegistry; developerId: string };

type Start = TimedPosition & Partial<CommitSnapshot>;

/** Yields each record once, in the order of commits. */
export class CommitReader {
  readonly #database: Database;
  readonly #kinds: KindRegistry;
  readonly #developerId: string;
  readonly #hasEnded: CommitSnapshot['hasEnded'];
  readonly #openedAt: number;
  #position: CommitPosition;
  #readAt: number;
  #wait = FIRST_BACKOFF;

  constructor({ database, kinds, developerId }: Source, { position, at, hasEnded = () => false }: Start) {
    this.#database = database;
    this.#kinds = kinds;
    this.#developerId = developerId;
    this.#position = position;
    this.#openedAt = at;
    this.#readAt = at;
    this.#hasEnded = hasEnded;
  }

  get position(): CommitPosition {
    return this.#position;
  }

  /** By the clock of the database. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Throws `Invalid Request` if the position is lost. Returns after the longest wait, so that the caller can report its position. */
  async *read(signal: AbortSignal): AsyncGenerator<CommittedRecords> {
    while (!signal.aborted) {
      const page = await readCommits(
        this.#database,
        this.#developerId,
        this.#position,
        // After the first wait, only transactions of this database are awaited.
        { kinds: this.#kinds, waitsFor: this.#wait === FIRST_BACKOFF ? 'server' : 'database' },
      );
      this.#requireComplete(page);
      const { commits, hasMore, isBehind } = page;
      this.#readAt = page.at;
      const byTransaction = Map.groupBy(commits, ({ xid }) => xid);
      for (const [xid, parts] of byTransaction) {
        const seen = xid === this.#position.xid ? this.#position.seen : 0;
        let counted = 0;
        for (const { fact, ids } of parts) {
          const first = counted;
          counted += ids.length;
          const fresh = ids.map((id, i) => ({ id, position: { xid, seen: first + i + 1 } }));
          const unseen = fresh.filter(({ position }) => position.seen > seen);
          if (unseen.length > 0 && !this.#hasEnded(xid)) yield { fact, ids: unseen };
          this.#position = { xid, seen: Math.max(counted, seen) };
        }
        // The next page may continue this transaction.
        if (!hasMore || xid !== commits.at(-1)?.xid)
          this.#position = { xid: String(BigInt(xid) + 1n), seen: 0 };
      }
      if (hasMore) continue;
      const wait = this.#wait;
      this.#wait = isBehind ? Math.min(wait * 2, LONGEST_BACKOFF) : FIRST_BACKOFF;
      if (!isBehind) return;
      // Aborting only ends the wait.
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (wait === LONGEST_BACKOFF) return;
    }
  }

  /** Commits may be missing after a long pause, or behind a transaction that stayed open. */
  #requireComplete({ forgotten, at }: CommitPage): void {
    if (at - this.#readAt > MAX_AGE) throw tooOld();
    if (forgotten === undefined) return;
    // The stream need not send this one if it ended before. In time, others of lower numbers may be forgotten too.
    if (!this.#hasEnded(forgotten) || at - this.#openedAt > MAX_AGE) throw tooOld();
  }
}
