import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@outturn/transport';
import { OutturnError } from '../base/errors.ts';
import type { Failure } from './failures.ts';

/** Retry timeout, in milliseconds. */
const RETRY_FOR = 5_000;
/** Retry timeout left to a batch that waited in the queue, in milliseconds. */
const RETRY_AT_LEAST = 1_000;
/** Backoff, in milliseconds. */
const PAUSES = { first: 30, longest: 750 };

/** Decides how long a batch is retried, and with which error it fails in the end. */
export class Retries {
  #deadline: number;
  #failures = 0;
  #wasSilent = false;
  /** The first failure after which it is unknown whether the records were written. */
  #lostAnswer: { error: unknown } | undefined;

  constructor(records: readonly { readonly queuedAt: number }[]) {
    // The timeout counts from the arrival of the oldest record, so that no record waits for several timeouts in a row.
    const oldest = Math.min(...records.map((record) => record.queuedAt));
    this.#deadline = Math.max(oldest + RETRY_FOR, Date.now() + RETRY_AT_LEAST);
  }

  /** Throws if the batch must not be retried. `began` is the time of the attempt that failed. */
  allow(failure: Failure, error: unknown, began: number): void {
    if (failure === 'unknown' && !(error instanceof OutturnError)) {
      this.#lostAnswer ??= { error };
      // A connection that did not answer has used up the timeout, and a new one may settle the batch at once.
      if (!this.#wasSilent && Date.now() - began > RETRY_FOR) {
        this.#wasSilent = true;
        this.#deadline = Math.max(this.#deadline, Date.now() + RETRY_AT_LEAST);
      }
    }
    if (failure !== 'broken' && Date.now() <= this.#deadline) return;
    // Without an answer, the statement may have written the records. If a retry fails because no connection is free,
    // the caller must get the first error: "busy" (429) would say that nothing was written.
    throw this.#lostAnswer && error instanceof OutturnError ? this.#lostAnswer.error : error;
  }

  async pause(): Promise<void> {
    this.#failures += 1;
    await sleep(backoff(this.#failures, PAUSES));
  }
}
