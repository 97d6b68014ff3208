import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import { type CommitPage, type CommitSnapshot, readCommits } from './commit-log.ts';
import { type CommitPosition, MAX_AGE, type TimedPosition, tooOld } from './commit-position.ts';

/** Milliseconds to wait for an older transaction before the next look. The wait doubles up to the second value. */
const FIRST_BACKOFF = 25;
const LONGEST_BACKOFF = 1_000;

/**
 * Ids of records of one transaction and one fact code, in their order, each with the position after it. A stream that
 * ends after any of them can be resumed there.
 */
export type CommittedRecords = { fact: number; ids: { id: string; position: CommitPosition }[] };

type Source = { database: Database; kinds: KindRegistry; developerId: string };

/** A position alone if the stream is resumed, with `hasEnded` if it begins now. */
type Start = TimedPosition & Partial<CommitSnapshot>;

/**
 * Yields every record of one developer once, in the order of commits, from a position on. All gateways agree on this
 * order.
 *
 * A reader takes only transactions that ended before every running one (`readCommits`). For example, transactions 10,
 * 11 and 12 write records; 10 and 12 have ended, and 11 still runs. The reader yields 10 and waits: if it yielded 12
 * now and moved on, it would never come back for 11. So a transaction that stays open delays its followers, and no
 * record is lost.
 *
 * A new stream begins at the oldest running transaction, because that one may still bring records. Transactions above
 * it that had ended before the stream began are older than the stream and are skipped (`hasEnded`).
 *
 * The position is the number of a transaction and how many of its records were sent, so a stream can be resumed in
 * the middle of a large transaction.
 */
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

  /** When the database was last read, in milliseconds of its clock. */
  get readAt(): number {
    return this.#readAt;
  }

  /**
   * Yields the records that can be sent now, then returns. Returns also after the longest wait for an older
   * transaction, so that the caller can report its position. Throws `Invalid Request` if commits after the position
   * have been forgotten.
   */
  async *read(signal: AbortSignal): AsyncGenerator<CommittedRecords> {
    while (!signal.aborted) {
      const page = await readCommits(
        this.#database,
        this.#developerId,
        this.#position,
        // The oldest transaction of the whole server is cheaper to find, and mostly nothing waits for it. A reader
        // that had to wait asks more exactly, for transactions of this database only.
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
        // The last transaction of a full page may continue on the next one, so the position stays inside of it.
        if (!hasMore || xid !== commits.at(-1)?.xid)
          this.#position = { xid: String(BigInt(xid) + 1n), seen: 0 };
      }
      if (hasMore) continue;
      const wait = this.#wait;
      this.#wait = isBehind ? Math.min(wait * 2, LONGEST_BACKOFF) : FIRST_BACKOFF;
      if (!isBehind) return;
      // An abort only ends the wait; the caller sees it by its signal.
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (wait === LONGEST_BACKOFF) return;
    }
  }

  /**
   * Throws if commits after the position may have been forgotten: after a pause of nearly the retention, or behind a
   * transaction that stayed open that long.
   */
  #requireComplete({ forgotten, at }: CommitPage): void {
    if (at - this.#readAt > MAX_AGE) throw tooOld();
    if (forgotten === undefined) return;
    // `forgotten` is the last forgotten commit of this developer, at or after the position. If its transaction ended
    // before the stream began, the stream need not send it. Once the stream is old, commits with smaller numbers that
    // it should have sent may have been forgotten, too.
    if (!this.#hasEnded(forgotten) || at - this.#openedAt > MAX_AGE) throw tooOld();
  }
}
