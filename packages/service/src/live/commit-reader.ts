import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { CommitPosition } from './commit-position.ts';
import { type Moment, readCommits } from './commits.ts';

/** How long to wait for an older transaction to end, in milliseconds: at first, and once it goes on for long. */
const OLDER_FIRST = 25;
const OLDER_STILL = 1_000;

/** Records of one commit that were not seen yet, each with the position behind it. */
export type Portion = { fact: number; ids: { id: string; position: CommitPosition }[] };

/** Whose commits, of which kinds of records. */
type Source = { database: Database; kinds: KindRegistry; developerId: string };

type Start = Pick<Moment, 'position'> & Partial<Moment>;

/** Reads the commits of a developer in their order, each record once. */
export class CommitReader {
  readonly #database: Database;
  readonly #kinds: KindRegistry;
  readonly #developerId: string;
  readonly #hasEnded: Moment['hasEnded'];
  #position: CommitPosition;
  #wait = OLDER_FIRST;

  /** Reads on from a position, or from a moment. */
  constructor({ database, kinds, developerId }: Source, { position, hasEnded = () => false }: Start) {
    this.#database = database;
    this.#kinds = kinds;
    this.#developerId = developerId;
    this.#position = position;
    this.#hasEnded = hasEnded;
  }

  /** Everything before it has been handed out. */
  get position(): CommitPosition {
    return this.#position;
  }

  /**
   * All that is committed now, waiting for older transactions that may still commit before it. Where one of them goes on
   * for long, it looks ever more rarely and returns without what has to wait, so that its reader can tell where it is.
   */
  async *read(signal: AbortSignal): AsyncGenerator<Portion> {
    while (!signal.aborted) {
      const { commits, hasMore, isBehind } = await readCommits(
        this.#database,
        this.#developerId,
        this.#position,
        // Most have ended at the second look; from then on transactions of other databases are not waited for.
        { kinds: this.#kinds, waitsFor: this.#wait === OLDER_FIRST ? 'server' : 'database' },
      );
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
        // The next page may have the rest of the last transaction.
        if (!hasMore || xid !== commits.at(-1)?.xid)
          this.#position = { xid: String(BigInt(xid) + 1n), seen: 0 };
      }
      if (hasMore) continue;
      const wait = this.#wait;
      this.#wait = isBehind ? Math.min(wait * 2, OLDER_STILL) : OLDER_FIRST;
      if (!isBehind) return;
      // An end of the subscription only ends the wait.
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (wait === OLDER_STILL) return;
    }
  }
}
