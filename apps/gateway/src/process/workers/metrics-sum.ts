import type { Worker } from 'node:cluster';
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Registry,
} from 'prom-client';
import { type MetricList, sendToWorker } from './ipc.ts';

/** Milliseconds. For a worker that takes longer, its last metrics are used. */
const WORKER_TIMEOUT = 2_000;

/**
 * prom-client would average or leave out these metrics. For delays the slowest worker matters, and for the start the
 * first one.
 */
const aggregators: Readonly<Record<string, Aggregator>> = {
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'min',
};

/**
 * Adds up the metrics of all workers, because a scrape of the shared port reaches any one of them.
 *
 * Counts of workers that have ended are kept. Without them the sum would go down when a worker is replaced, and
 * Prometheus takes a counter that goes down for a restart of the whole gateway.
 */
export class MetricsSum {
  readonly #workers: () => Worker[];
  readonly #own = new Registry();
  readonly #lost: Counter;
  readonly #last = new Map<Worker, MetricList>();
  #ended: MetricList[] = [];
  #nextId = 0;
  #running: Promise<string> | undefined;
  readonly #answers = new Map<string, () => void>();

  constructor(workers: () => Worker[]) {
    this.#workers = workers;
    const registers = [this.#own];
    collectDefaultMetrics({ register: this.#own });
    new Gauge({
      name: 'outturn_workers',
      help: 'Workers that serve',
      registers,
      collect() {
        this.set(workers().length);
      },
    });
    this.#lost = new Counter({
      name: 'outturn_workers_lost_total',
      help: 'Workers that ended unexpectedly',
      registers,
    });
  }

  /** Takes the metrics that a worker has sent, on request or before its end. */
  note(worker: Worker, metrics: MetricList, requestId: number | undefined): void {
    this.#last.set(worker, metrics);
    if (requestId !== undefined) this.#answers.get(`${worker.id}:${requestId}`)?.();
  }

  /** Moves the counts of a worker that has ended to those that are kept. Its gauges end with it. */
  retire(worker: Worker, isLost: boolean): void {
    if (isLost) this.#lost.inc();
    const counted = (this.#last.get(worker) ?? []).filter(({ type }) => isCounted(String(type)));
    this.#last.delete(worker);
    this.#ended.push(counted);
  }

  /** The sum in the format of Prometheus. Calls at the same time share one. */
  text(): Promise<string> {
    this.#running ??= this.#collect().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #collect(): Promise<string> {
    const requestId = this.#nextId++;
    await Promise.all(this.#workers().map((worker) => this.#request(worker, requestId)));
    // The lists of ended workers become one, so that they do not pile up. Workers that end meanwhile add theirs
    // behind.
    const known = this.#ended.length;
    const ended = await sum(this.#ended).getMetricsAsJSON();
    this.#ended.splice(0, known, ended);
    const own = await this.#own.getMetricsAsJSON();
    return sum([own, ...this.#last.values(), ...this.#ended]).metrics();
  }

  #request(worker: Worker, requestId: number): Promise<void> {
    const id = `${worker.id}:${requestId}`;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        worker.off('exit', done);
        this.#answers.delete(id);
        resolve();
      };
      const timer = setTimeout(done, WORKER_TIMEOUT);
      worker.once('exit', done);
      this.#answers.set(id, done);
      sendToWorker(worker, { outturn: 'metrics-request', requestId });
    });
  }
}

function sum(lists: readonly MetricList[]): Registry {
  const named = lists.map((list) =>
    list.map((metric) => ({ ...metric, aggregator: aggregators[metric.name] ?? metric.aggregator })),
  );
  return AggregatorRegistry.aggregate(named);
}

function isCounted(type: string): boolean {
  return type === 'counter' || type === 'histogram';
}
