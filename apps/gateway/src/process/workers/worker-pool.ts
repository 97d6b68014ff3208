import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { SHUTDOWN_TIMEOUT } from '../server-process.ts';
import { type FromWorker, onWorkerMessage, sendToWorker } from './ipc.ts';
import { MetricsSum } from './metrics-sum.ts';
import { RestartBackoff } from './restart-backoff.ts';

/** Milliseconds beyond the time in which a worker ends by itself. */
const KILL_DELAY = 1_000;

/** A worker process. `slot` is its number, which its replacement gets, too; `since` is when it was started. */
type Member = { worker: Worker; slot: number; since: number; isListening: boolean; failure?: string };

export type WorkerPoolOptions = {
  size: number;
  logger: Logger;
  /** Environment of the worker in a slot. `port` is set if it must listen on exactly this one. */
  environment: (slot: number, port: number | undefined) => NodeJS.ProcessEnv;
  /** Called when no worker is left and none can be started. */
  onFailure: () => void;
};

/**
 * The worker processes of `outturn serve --workers`. This process, the primary, serves no requests: it starts the
 * workers, which share one port by the `cluster` module of Node.js, replaces those that end, and stops them.
 *
 * A worker that ends is replaced after a growing pause. If workers fail to start again and again and none is left,
 * the pool gives up.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Map<Worker, Member>();
  readonly #replacing = new Set<NodeJS.Timeout>();
  readonly #backoff = new RestartBackoff();
  readonly #metrics = new MetricsSum(() => this.#listening().map(({ worker }) => worker));
  #port: number | undefined;
  #isPortLost = false;
  #isStopping = false;
  #starting: { resolve(port: number): void; reject(error: Error): void } | undefined;
  #stopping: { isClean: boolean; done(): void } | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    onWorkerMessage((worker, message) => this.#receive(worker, message));
  }

  /** Resolves to the port when all workers listen. Rejects when the first one fails. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (let slot = 1; slot <= this.#options.size; slot++) this.#fork(slot);
    });
  }

  /**
   * Workers that end from now on are not replaced. They go on answering requests, and report that they are stopping.
   */
  beginToStop(): void {
    this.#isStopping = true;
    for (const timer of this.#replacing) clearTimeout(timer);
    for (const worker of this.#members.keys()) sendToWorker(worker, { outturn: 'stopping' });
  }

  /**
   * Stops the workers after they have answered the requests under way. Call `beginToStop` before. Resolves to false
   * if a worker had to be killed or has failed.
   */
  async stop(): Promise<boolean> {
    const kill = setTimeout(() => this.kill(), SHUTDOWN_TIMEOUT + KILL_DELAY);
    const isClean = await new Promise<boolean>((resolve) => {
      const stopping = { isClean: true, done: () => resolve(stopping.isClean) };
      this.#stopping = stopping;
      for (const worker of this.#members.keys()) sendToWorker(worker, { outturn: 'stop' });
      if (this.#members.size === 0) stopping.done();
    });
    clearTimeout(kill);
    return isClean;
  }

  kill(): void {
    for (const { process } of this.#members.keys()) process.kill('SIGKILL');
  }

  #listening(): Member[] {
    return [...this.#members.values()].filter(({ isListening }) => isListening);
  }

  #fork(slot: number): void {
    const worker = cluster.fork(this.#options.environment(slot, this.#isPortLost ? this.#port : undefined));
    const member: Member = { worker, slot, since: performance.now(), isListening: false };
    this.#members.set(worker, member);
    worker.on('error', (err) => {
      this.#options.logger.debug({ err, slot }, 'a worker cannot receive messages');
      // With a process id, a message was sent after the process had ended; `exit` handles that. Without one, the
      // process could not be started, and there may be no `exit`.
      if (worker.process.pid !== undefined) return;
      member.failure ??= err.message;
      this.#onExit(member, 1, null);
    });
    // The last messages of a worker may arrive after `exit`, but not after `disconnect`.
    const closed = new Promise<void>((resolve) => worker.once('disconnect', resolve));
    worker.once('exit', (code: number, signal: string | null) => {
      void closed.then(() => this.#onExit(member, code, signal));
    });
  }

  #receive(worker: Worker, message: FromWorker): void {
    const member = this.#members.get(worker);
    if (!member) return;
    switch (message.outturn) {
      case 'listening':
        this.#onListening(member, message.port);
        break;
      case 'failed':
        member.failure = message.message;
        break;
      case 'metrics':
        this.#metrics.note(worker, message.metrics, message.requestId);
        break;
      case 'sum-request':
        void this.#sendSum(worker, message.requestId);
    }
  }

  async #sendSum(worker: Worker, requestId: number): Promise<void> {
    try {
      sendToWorker(worker, { outturn: 'sum', requestId, text: await this.#metrics.text() });
    } catch (err) {
      // The worker that requested them times out and reports that.
      this.#options.logger.error({ err }, 'metrics cannot be added up');
    }
  }

  #onListening(member: Member, port: number): void {
    this.#port ??= port;
    if (port !== this.#port) {
      // With PORT=0 the system chooses a port, and another one once no worker has it open any more. Clients know the
      // first one, so the next workers must use that.
      this.#isPortLost = true;
      member.worker.process.kill('SIGKILL');
      return;
    }
    member.isListening = true;
    this.#backoff.succeed();
    if (this.#starting === undefined) {
      const { slot, worker } = member;
      const line = { slot, workerPid: worker.process.pid, port };
      this.#options.logger.info(line, 'another worker has taken the place');
    } else if (this.#listening().length === this.#options.size) {
      this.#starting.resolve(port);
      this.#starting = undefined;
    }
  }

  #onExit(member: Member, code: number, signal: string | null): void {
    // A process that could not be started may emit both `error` and `exit`.
    if (!this.#members.delete(member.worker)) return;
    const isLost = code !== 0 && !this.#stopping;
    this.#metrics.retire(member.worker, isLost);
    const how = member.failure ?? (signal ? `it was ended by ${signal}` : `it ended with ${code}`);
    if (this.#stopping) {
      if (code !== 0) this.#stopping.isClean = false;
      if (this.#members.size === 0) this.#stopping.done();
    } else if (this.#starting) {
      this.#starting.reject(new Error(member.failure ?? `A worker cannot start: ${how}.`));
    } else if (!this.#isStopping) {
      this.#replace(member, how, isLost);
    }
  }

  #replace({ slot, since, isListening }: Member, how: string, isLost: boolean): void {
    const { logger, onFailure } = this.#options;
    const lived = performance.now() - since;
    const { delay, isHopeless } = this.#backoff.next({ hasServed: isListening, lived });
    if (isHopeless && this.#members.size === 0) {
      logger.fatal({ slot, how }, 'no worker can be started');
      onFailure();
      return;
    }
    const timer = setTimeout(() => {
      this.#replacing.delete(timer);
      this.#fork(slot);
    }, delay);
    this.#replacing.add(timer);
    logger[isLost ? 'error' : 'info']({ slot, how, replacedIn: delay }, 'a worker has ended');
  }
}
