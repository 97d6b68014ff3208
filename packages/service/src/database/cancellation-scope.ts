import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { isCanceled } from '../base/pg-error.ts';
import { callerLeft } from '../base/waiting-queue.ts';
import { cancelOn } from './cancel.ts';

/**
 * Milliseconds before a cancel request is repeated, doubled each time: it may arrive before its statement, or be lost
 * in a pooler.
 */
const FIRST_RETRY = 100;

/** Cancels running statements when their caller leaves. */
export class CancellationScope {
  readonly #gone: AbortSignal | undefined;
  readonly #leave: () => void;
  readonly #running = new Map<Client, Promise<unknown>>();
  /** Connections whose cancel request was not answered. */
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

  /** Await before reusing connections: a late cancel request would hit the next statement. */
  async end(): Promise<void> {
    this.#gone?.removeEventListener('abort', this.#leave);
    await this.#cancelling;
  }

  isSafe(client: Client): boolean {
    return !this.#doubtful.has(client);
  }

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
