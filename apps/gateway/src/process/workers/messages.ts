import cluster, { type Worker } from 'node:cluster';
import type { Registry } from 'prom-client';

/** All metrics of a process, as values. */
export type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What a worker tells the primary process. */
export type FromWorker =
  | { outturn: 'listening'; port: number }
  /** It cannot start; the message is for people. */
  | { outturn: 'failed'; message: string }
  /** The answer to a question, and the last word before the end, which answers none. */
  | { outturn: 'metrics'; question: number | undefined; metrics: MetricList }
  | { outturn: 'sum?'; question: number };

/** What the primary process tells a worker. */
export type ToWorker =
  | { outturn: 'stop' }
  | { outturn: 'metrics?'; question: number }
  /** The metrics of all workers, in the text format of Prometheus. */
  | { outturn: 'sum'; question: number; text: string }
  | { outturn: 'dashboard'; isBuilding: boolean };

/** Tells a worker; one that has just ended hears nothing. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** In a worker: tells the primary process. Resolves when it is on its way. */
export function report(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) throw new Error('only workers report');
    process.send(message, () => resolve());
  });
}

/** In a worker: what the primary process says. Call it before anything is waited for, or the first words are lost. */
export function onWord(listen: (message: ToWorker) => void): void {
  process.on('message', (message) => {
    if (isOurs<ToWorker>(message)) listen(message);
  });
}

/** In the primary process: what any worker reports. */
export function onReport(listen: (worker: Worker, message: FromWorker) => void): void {
  cluster.on('message', (worker, message: unknown) => {
    if (isOurs<FromWorker>(message)) listen(worker, message);
  });
}

/** The channel between the two is ours, the rate limiter's and Node's; ours are named, and only we write them. */
function isOurs<Message extends FromWorker | ToWorker>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'outturn' in message;
}
