import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { SHUTDOWN_TIMEOUT } from '../server-process.ts';
import { type FromWorker, onWorkerMessage, sendToWorker } from './ipc.ts';
import { MetricsSum } from './metrics-sum.ts';
import { RestartBackoff } from './restart-backoff.ts';

/** Time after the grace period, in milliseconds. */
const KILL_DELAY = 1_000;

type Member = { worker: Worker; slot: number; since: number; isListening: boolean; failure?: string };

export type WorkerPoolOptions = {
  size: number;
  logger: Logger;
  /** `port` is set if the worker must use it. */
  environment: (slot: number, port: number | undefined) => NodeJS.ProcessEnv;
  onFailure: () => void;
};

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Map<Worker, Member>();
  readonly #replacing = new Set<NodeJS.Timeout>();
  readonly #backoff = new RestartBackoff();
  readonly #metrics = new MetricsSum(() => this.#listening().map(({ worker }) => worker));
  #isBuildingDashboard = false;
  #port: number | undefined;
  #isPortLost = false;
  #isStopping = false;
  #starting: { resolve(port: number): void; reject(error: Error): void } | undefined;
  #stopping: { isClean: boolean; done(): void } | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    onWorkerMessage((worker, message) => this.#receive(worker, message));
  }

  /** Resolves to the port. Rejects with the first failure. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (let slot = 1; slot <= this.#options.size; slot++) this.#fork(slot);
    });
  }

  set isBuildingDashboard(isBuilding: boolean) {
    this.#isBuildingDashboard = isBuilding;
    for (const worker of this.#members.keys()) sendToWorker(worker, { outturn: 'dashboard', isBuilding });
  }

  /** Workers that end from now on are not replaced. */
  beginToStop(): void {
    this.#isStopping = true;
    for (const timer of this.#replacing) clearTimeout(timer);
    for (const worker of this.#members.keys()) sendToWorker(worker, { outturn: 'stopping' });
  }

  /** Call `beginToStop` before. Answers requests in flight. Resolves to false if a worker was killed or failed. */
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
      // With a pid, a message came after the exit, which is handled below.
      if (worker.process.pid !== undefined) return;
      member.failure ??= err.message;
      this.#onExit(member, 1, null);
    });
    // Last messages can arrive after `exit`, but not after `disconnect`.
    const closed = new Promise<void>((resolve) => worker.once('disconnect', resolve));
    worker.once('exit', (code: number, signal: string | null) => {
      void closed.then(() => this.#onExit(member, code, signal));
    });
    sendToWorker(worker, { outturn: 'dashboard', isBuilding: this.#isBuildingDashboard });
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
      // PORT=0 yields another port after all workers ended, but clients know the first one.
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
    // A failed fork emits both `error` and `exit`.
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
