import { sendToPrimary, type ToWorker } from './ipc.ts';

/** Milliseconds. Longer than the primary process waits for its workers. */
const PRIMARY_TIMEOUT = 5_000;

/** In a worker: asks the primary process for the metrics of all workers. */
export class PrimaryMetrics {
  readonly #pending = new Map<number, (text: string) => void>();
  #nextId = 0;

  /** Rejects after the timeout, because the metrics of this worker alone would be taken for the sum. */
  read(): Promise<string> {
    const requestId = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(requestId);
        reject(new Error('The primary process did not return the metrics of all workers.'));
      }, PRIMARY_TIMEOUT);
      this.#pending.set(requestId, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      void sendToPrimary({ outturn: 'sum-request', requestId });
    });
  }

  /** Takes the answer of the primary process. */
  answer({ requestId, text }: Extract<ToWorker, { outturn: 'sum' }>): void {
    this.#pending.get(requestId)?.(text);
    this.#pending.delete(requestId);
  }
}
