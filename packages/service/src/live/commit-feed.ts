import type { Database } from '../database/database.ts';
import { type Listener, listen } from '../database/listener.ts';

const CHANNEL = 'outturn_commits';
/** Milliseconds between notices: PostgreSQL commits one notifying transaction at a time. */
const NOTICE_EVERY = 50;
/** Keeps payloads below PostgreSQL's 8,000 bytes. */
const DEVELOPERS_PER_NOTICE = 150;

/** Notifies followers of commits by any gateway. */
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

  announce(developerId: string): void {
    this.#announced.add(developerId);
    this.#timer ??= setTimeout(() => void this.#send(), NOTICE_EVERY);
  }

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
      // Followers also poll: a lost notice only delays them.
      await this.#database
        .rows('commits_notify', 'select pg_notify($1, $2)', [CHANNEL, payload])
        .catch(() => undefined);
    }
  }
}
