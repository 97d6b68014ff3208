import cluster, { type Worker } from 'node:cluster';
import type { Registry } from 'prom-client';

export type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export type FromWorker =
  | { outturn: 'listening'; port: number }
  /** The worker cannot start. */
  | { outturn: 'failed'; message: string }
  /** `requestId` is undefined for the final metrics before the exit. */
  | { outturn: 'metrics'; requestId: number | undefined; metrics: MetricList }
  | { outturn: 'sum-request'; requestId: number };

export type ToWorker =
  /** Until `stop`, requests are answered and `/readyz` is 503. */
  | { outturn: 'stopping' }
  | { outturn: 'stop' }
  | { outturn: 'metrics-request'; requestId: number }
  /** `text` is in the Prometheus format. */
  | { outturn: 'sum'; requestId: number; text: string };

export function sendToWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** Resolves when the message was sent, so that a worker can end after it. */
export function sendToPrimary(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) throw new Error('only workers report');
    process.send(message, () => resolve());
  });
}

/** Call it before the first `await`: a message that arrives without a listener is lost. */
export function onPrimaryMessage(listen: (message: ToWorker) => void): void {
  process.on('message', (message) => {
    if (isOurs<ToWorker>(message)) listen(message);
  });
}

export function onWorkerMessage(listen: (worker: Worker, message: FromWorker) => void): void {
  cluster.on('message', (worker, message: unknown) => {
    if (isOurs<FromWorker>(message)) listen(worker, message);
  });
}

/** Messages of Node.js itself and of the rate limiter come on the same channel. */
function isOurs<Message extends FromWorker | ToWorker>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'outturn' in message;
}
