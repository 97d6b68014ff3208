import type { LoadJob, LoadResult } from './job.ts';

/** Follows a run through its phases and keeps the measurements. Times are in milliseconds. */
export class Measurement {
  readonly #job: LoadJob;
  readonly #begun = performance.now();
  #measuringSince: number | undefined;
  #endedAt: number | undefined;
  #requests = 0;
  #measuredRequests = 0;
  #measured = 0;
  #acknowledged = 0;
  readonly #latencies: number[] = [];
  readonly #failures: Record<string, number> = {};

  constructor(job: LoadJob) {
    this.#job = job;
  }

  get isOver(): boolean {
    return this.#endedAt !== undefined;
  }

  /** Counts an answer that arrived now for a request of `sentAt`. */
  count(answer: { status: number; acknowledged: number; sentAt: number }): void {
    const now = performance.now();
    this.#requests++;
    this.#acknowledged += answer.acknowledged;
    if (answer.acknowledged === 0) {
      this.#failures[answer.status] = (this.#failures[answer.status] ?? 0) + 1;
    }
    if (this.#measuringSince === undefined) {
      if (this.#isWarm(now)) this.#measuringSince = now;
    } else if (!this.isOver) {
      this.#measuredRequests++;
      this.#measured += answer.acknowledged;
      this.#latencies.push(now - answer.sentAt);
      const { seconds, maxRequests } = this.#job.measurement;
      const isLong = now - this.#measuringSince >= seconds * 1000;
      if (isLong || this.#measuredRequests >= maxRequests) this.#endedAt = now;
    }
  }

  result(): LoadResult {
    const seconds = ((this.#endedAt ?? 0) - (this.#measuringSince ?? 0)) / 1000;
    const sorted = Float64Array.from(this.#latencies).sort();
    const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      rate: this.#measured / seconds,
      p50: percentile(0.5),
      p99: percentile(0.99),
      acknowledged: this.#acknowledged,
      failures: this.#failures,
    };
  }

  #isWarm(now: number): boolean {
    const { seconds, minRequests, maxRequests } = this.#job.warmUp;
    if (this.#requests >= maxRequests) return true;
    return this.#requests >= minRequests && now - this.#begun >= seconds * 1000;
  }
}
