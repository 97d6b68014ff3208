import { sendToPrimary, type ToWorker } from './ipc.ts';

/** In milliseconds, longer than the primary process waits for its workers. */
const PRIMARY_TIMEOUT = 5_000;

export class PrimaryMetrics {
  readonly #pending = new Map<number, (text: string) => void>();
  #nextId = 0;

  /** Rejects on timeout, because partial sums would be wrong. */
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

  answer({ requestId, text }: Extract<ToWorker, { outturn: 'sum' }>): void {
    this.#pending.get(requestId)?.(text);
    this.#pending.delete(requestId);
  }
}
