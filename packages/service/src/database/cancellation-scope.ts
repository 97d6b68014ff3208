import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { isCanceled } from '../base/pg-error.ts';
import { callerLeft } from '../base/waiting-queue.ts';
import { cancelOn } from './cancel.ts';

/**
 * Milliseconds before a cancel request is repeated, doubled after each: PostgreSQL may have handled it before the
 * statement began, or a pooler may have lost it.
 */
const FIRST_RETRY = 100;

/**
 * Cancels the running statements of one question when its caller leaves, so that PostgreSQL does not go on computing
 * an answer that cannot be delivered.
 *
 * Statements run through `run`, which throws `callerLeft` if the caller is gone. When the question ends, `end` waits
 * for the cancel requests under way, because a late one would hit the next statement on the same connection. A
 * connection whose request was not answered stays doubtful: the owner closes it instead of using it again (`isSafe`).
 */
export class CancellationScope {
  readonly #gone: AbortSignal | undefined;
  readonly #leave: () => void;
  readonly #running = new Map<Client, Promise<unknown>>();
  /** Connections whose cancel request was not answered, and which one may still reach. */
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

  /** Throws if the caller has left. */
  check(): void {
    if (this.#gone?.aborted) throw callerLeft();
  }

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

  /**
   * Stops watching the caller, and waits for cancel requests under way. Call it before the connections are used
   * again.
   */
  async end(): Promise<void> {
    this.#gone?.removeEventListener('abort', this.#leave);
    await this.#cancelling;
  }

  /** Whether no unanswered cancel request may still reach this connection. */
  isSafe(client: Client): boolean {
    return !this.#doubtful.has(client);
  }

  /** Repeats the requests until every statement has ended, whether cancelled or not. */
  async #cancel(): Promise<void> {
    for (let wait = FIRST_RETRY; this.#running.size > 0; wait *= 2) {
      const ended = Promise.allSettled(this.#running.values());
      const cancelled = [...this.#running.keys()].map(async (client) => {
        if (!(await cancelOn(client))) this.#doubtful.add(client);
      });
      await Promise.all(cancelled);
      await Promise.race([ended, sleep(wait)]);
    }
  }
}
