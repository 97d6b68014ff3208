import type { Worker } from 'node:cluster';
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Registry,
} from 'prom-client';
import { type MetricList, tell } from './messages.ts';

/** A worker that takes longer to tell its metrics is too busy: what it told last stands for it. In milliseconds. */
const ANSWER_WITHIN = 2_000;

/** Of the default metrics, those of which prom-client takes the mean or nothing: the slowest worker is the one that matters. */
const aggregators: Readonly<Record<string, Aggregator>> = {
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'min',
};

/**
 * The metrics of all workers and of the primary process as those of one gateway. Counters go on from what ended workers
 * had counted, as far as they could tell: a sum that fell would look like a restart of everything.
 */
export class MetricsSum {
  /** Those that serve at this moment. */
  readonly #workers: () => Worker[];
  readonly #own = new Registry();
  readonly #lost: Counter;
  readonly #last = new Map<Worker, MetricList>();
  #ended: MetricList[] = [];
  #questions = 0;
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
      help: 'Workers that have ended although nobody asked them to',
      registers,
    });
  }

  /** What a worker told of itself. */
  note(worker: Worker, metrics: MetricList, question: number | undefined): void {
    this.#last.set(worker, metrics);
    if (question !== undefined) this.#answers.get(`${worker.id}:${question}`)?.();
  }

  /** A worker has ended: what it counted stays counted. */
  retire(worker: Worker, isLost: boolean): void {
    if (isLost) this.#lost.inc();
    const counted = (this.#last.get(worker) ?? []).filter(({ type }) => isCounted(String(type)));
    this.#last.delete(worker);
    this.#ended.push(counted);
  }

  /** All of it, in the text format of Prometheus. Whoever asks meanwhile gets the same. */
  text(): Promise<string> {
    this.#running ??= this.#ask().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #ask(): Promise<string> {
    const question = this.#questions++;
    await Promise.all(this.#workers().map((worker) => this.#answerOf(worker, question)));
    const known = this.#ended.length;
    const ended = await sum(this.#ended).getMetricsAsJSON();
    this.#ended.splice(0, known, ended);
    const own = await this.#own.getMetricsAsJSON();
    return sum([own, ...this.#last.values(), ...this.#ended]).metrics();
  }

  #answerOf(worker: Worker, question: number): Promise<void> {
    const id = `${worker.id}:${question}`;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        worker.off('exit', done);
        this.#answers.delete(id);
        resolve();
      };
      const timer = setTimeout(done, ANSWER_WITHIN);
      worker.once('exit', done);
      this.#answers.set(id, done);
      tell(worker, { outturn: 'metrics?', question });
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
