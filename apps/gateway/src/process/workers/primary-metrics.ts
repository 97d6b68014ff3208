import { report, type ToWorker } from './messages.ts';

/** The primary process waits two seconds for its workers; one that has not answered by then has other troubles. In milliseconds. */
const ANSWER_WITHIN = 5_000;

/** In a worker: the metrics of all, as the primary process has them. */
export class PrimaryMetrics {
  readonly #asked = new Map<number, (text: string) => void>();
  #questions = 0;

  /** In the text format of Prometheus. Rejects when there is no answer: part of them would be a lie. */
  read(): Promise<string> {
    const question = this.#questions++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#asked.delete(question);
        reject(new Error('The primary process does not tell the metrics of all workers.'));
      }, ANSWER_WITHIN);
      this.#asked.set(question, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      void report({ outturn: 'sum?', question });
    });
  }

  answer({ question, text }: Extract<ToWorker, { outturn: 'sum' }>): void {
    this.#asked.get(question)?.(text);
    this.#asked.delete(question);
  }
}
