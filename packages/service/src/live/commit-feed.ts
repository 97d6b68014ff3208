import type { Database } from '../database/database.ts';
import { type Listener, listen } from '../database/listener.ts';

const CHANNEL = 'outturn_commits';
/**
 * Milliseconds between two notices of a gateway. PostgreSQL commits transactions with a notice one at a time, so a
 * notice for each record would slow down recording.
 */
const NOTICE_EVERY = 50;
/** Ids of so many developers fit into the payload of a notice, which PostgreSQL limits to 8,000 bytes. */
const DEVELOPERS_PER_NOTICE = 150;

/**
 * Tells the live streams of this gateway that any gateway has committed records of their developer. The gateway that
 * committed collects the ids of its developers for 50 ms and sends them in one notice of PostgreSQL (`NOTIFY`).
 *
 * A wake-up only means "look now": streams read the records from the list of commits (`commit-log.ts`), and also look
 * from time to time without one. So a notice that is lost costs a delay and no record, and one too many costs a
 * query.
 */
export class CommitFeed {
  readonly #database: Database;
  readonly #followers = new Map<string, Set<() => void>>();
  readonly #announced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** `url` must lead to PostgreSQL itself, because notices do not pass a transaction pooler. */
  static async open(database: Database, url: string): Promise<CommitFeed> {
    const feed = new CommitFeed(database);
    feed.#listener = await listen({
      url,
      channels: { [CHANNEL]: (payload) => feed.#wake(JSON.parse(payload) as string[]) },
      onConnect: () => feed.#wake([...feed.#followers.keys()]),
    });
    return feed;
  }

  /** Call it after a commit. */
  announce(developerId: string): void {
    this.#announced.add(developerId);
    this.#timer ??= setTimeout(() => void this.#send(), NOTICE_EVERY);
  }

  /** Calls `onCommit` after commits of this developer. Returns a function that ends it. */
  follow(developerId: string, onCommit: () => void): () => void {
    const followers = this.#followers.get(developerId) ?? new Set();
    this.#followers.set(developerId, followers.add(onCommit));
    return () => {
      followers.delete(onCommit);
      if (followers.size === 0) this.#followers.delete(developerId);
    };
  }

  /** Sends what has been announced, so that streams on other gateways need not wait for their next look. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#send();
    await this.#listener?.close();
  }

  /** After the connection was lost, all streams are woken, because notices may have been missed (`onConnect`). */
  #wake(developers: readonly string[]): void {
    for (const developer of developers) {
      for (const onCommit of this.#followers.get(developer) ?? []) onCommit();
    }
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const developers = [...this.#announced];
    this.#announced.clear();
    for (let i = 0; i < developers.length; i += DEVELOPERS_PER_NOTICE) {
      const payload = JSON.stringify(developers.slice(i, i + DEVELOPERS_PER_NOTICE));
      // Followers also poll: a lost notice only delays them.
      await this.#database
        .rows('commits_notify', 'select pg_notify($1, $2)', [CHANNEL, payload])
        .catch(() => undefined);
    }
  }
}
