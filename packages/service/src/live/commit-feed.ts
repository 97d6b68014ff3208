import type { Database } from '../database/database.ts';
import { type Listener, listen } from '../database/listener.ts';

/** Told of commits: JSON arrays of developers. */
const CHANNEL = 'outturn_commits';
/** A notice takes a lock on the whole database at commit, so each process sends at most one in this time, in milliseconds. */
const NOTICE_EVERY = 50;
/** Payloads are limited to 8,000 bytes. */
const DEVELOPERS_PER_NOTICE = 150;

/** Tells who follows a developer's records that there are new ones, from whichever gateway. */
export class CommitFeed {
  readonly #database: Database;
  readonly #followers = new Map<string, Set<() => void>>();
  readonly #announced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database, url: string): Promise<CommitFeed> {
    const feed = new CommitFeed(database);
    feed.#listener = await listen({
      url,
      channels: { [CHANNEL]: (payload) => feed.#wake(JSON.parse(payload) as string[]) },
      onConnect: () => feed.#wake([...feed.#followers.keys()]),
    });
    return feed;
  }

  /** Records of this developer were committed here. */
  announce(developerId: string): void {
    this.#announced.add(developerId);
    this.#timer ??= setTimeout(() => void this.#send(), NOTICE_EVERY);
  }

  /** Calls back whenever there may be new records, until the returned function is called. */
  follow(developerId: string, onCommit: () => void): () => void {
    const followers = this.#followers.get(developerId) ?? new Set();
    this.#followers.set(developerId, followers.add(onCommit));
    return () => {
      followers.delete(onCommit);
      if (followers.size === 0) this.#followers.delete(developerId);
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#send();
    await this.#listener?.close();
  }

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
      // Followers also look by themselves from time to time, so a lost notice delays and loses nothing.
      await this.#database
        .rows('commits_notify', 'select pg_notify($1, $2)', [CHANNEL, payload])
        .catch(() => undefined);
    }
  }
}
