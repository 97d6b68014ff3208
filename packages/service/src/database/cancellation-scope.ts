import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { isCanceled } from '../base/pg-error.ts';
import { callerLeft } from '../base/waiting-queue.ts';
import { cancelOn } from './cancel.ts';

/**
 * After how long a statement that goes on is cancelled again, in milliseconds, and twice as long each time: the request may
 * have come before the statement, or a pooler pass none on.
 */
const AGAIN_AFTER = 100;

/** Statements that are wanted as long as their caller waits: what runs when it leaves is cancelled, and nothing begins then. */
export class Attended {
  readonly #gone: AbortSignal | undefined;
  readonly #leave: () => void;
  readonly #running = new Map<Client, Promise<unknown>>();
  /** Connections that a request may still be on its way for. */
  readonly #doubtful = new Set<Client>();
  #cancelling: Promise<void> | undefined;

  constructor(gone: AbortSignal | undefined) {
    const leave = () => {
      this.#cancelling = this.#cancel();
    };
    this.#gone = gone;
    this.#leave = leave;
    gone?.addEventListener('abort', leave);
  }

  /** Throws when nobody waits any longer. */
  check(): void {
    if (this.#gone?.aborted) throw callerLeft();
  }

  /** What `work` asks of a connection, one thing at a time. */
  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    this.check();
    const asked = work();
    this.#running.set(client, asked);
    try {
      return await asked;
    } catch (error) {
      throw this.#gone?.aborted && isCanceled(error) ? callerLeft() : error;
    } finally {
      this.#running.delete(client);
    }
  }

  /** To be awaited before the connections are asked for anything else: a request that comes late would cancel that. */
  async end(): Promise<void> {
    this.#gone?.removeEventListener('abort', this.#leave);
    await this.#cancelling;
  }

  /** Whether what comes next on a connection is safe from being cancelled in place of what ran. */
  isSafe(client: Client): boolean {
    return !this.#doubtful.has(client);
  }

  async #cancel(): Promise<void> {
    for (let wait = AGAIN_AFTER; this.#running.size > 0; wait *= 2) {
      const ended = Promise.allSettled(this.#running.values());
      const cancelled = [...this.#running.keys()].map(async (client) => {
        if (!(await cancelOn(client))) this.#doubtful.add(client);
      });
      await Promise.all(cancelled);
      await Promise.race([ended, sleep(wait)]);
    }
  }
}
