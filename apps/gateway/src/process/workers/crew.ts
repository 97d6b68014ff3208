import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { GRACE } from '../grace.ts';
import { BackOff } from './back-off.ts';
import { type FromWorker, onReport, tell } from './messages.ts';
import { MetricsSum } from './metrics-sum.ts';

/** Workers end by themselves when their grace is over; what does not is killed so much later, in milliseconds. */
const MERCY = 1_000;

type Member = { worker: Worker; slot: number; since: number; isListening: boolean; complaint?: string };

export type CrewOptions = {
  size: number;
  logger: Logger;
  /** Of a worker, beside that of this process; with a port, when it must be that one. */
  environment: (slot: number, port: number | undefined) => NodeJS.ProcessEnv;
  /** No worker is left, and none can be started. */
  onGivenUp: () => void;
};

/** The workers of the primary process: starts them, replaces those that end, and stops them all. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #members = new Map<Worker, Member>();
  readonly #replacing = new Set<NodeJS.Timeout>();
  readonly #backOff = new BackOff();
  readonly #metrics = new MetricsSum(() => this.#listening().map(({ worker }) => worker));
  #isBuildingDashboard = false;
  #port: number | undefined;
  #isPortLost = false;
  #starting: { resolve(port: number): void; reject(error: Error): void } | undefined;
  #stopping: { isInOrder: boolean; done(): void } | undefined;

  constructor(options: CrewOptions) {
    this.#options = options;
    onReport((worker, message) => this.#hear(worker, message));
  }

  /** Resolves to the port when all of them listen. Rejects, with what the first complains of, when one cannot. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (let slot = 1; slot <= this.#options.size; slot++) this.#fork(slot);
    });
  }

  /** What a page says while there is no dashboard. */
  set isBuildingDashboard(isBuilding: boolean) {
    this.#isBuildingDashboard = isBuilding;
    for (const worker of this.#members.keys()) tell(worker, { outturn: 'dashboard', isBuilding });
  }

  /** Ends all of them, each when it has answered what is in flight. Resolves to whether none had to be cut off. */
  async stop(): Promise<boolean> {
    for (const timer of this.#replacing) clearTimeout(timer);
    const kill = setTimeout(() => this.kill(), GRACE + MERCY);
    const isInOrder = await new Promise<boolean>((resolve) => {
      const stopping = { isInOrder: true, done: () => resolve(stopping.isInOrder) };
      this.#stopping = stopping;
      for (const worker of this.#members.keys()) tell(worker, { outturn: 'stop' });
      if (this.#members.size === 0) stopping.done();
    });
    clearTimeout(kill);
    return isInOrder;
  }

  /** Ends all of them at once. */
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
      this.#options.logger.debug({ err, slot }, 'a worker does not hear');
      // Either it never was, or what was told to it came after its end, of which we hear below.
      if (worker.process.pid !== undefined) return;
      member.complaint ??= err.message;
      this.#ended(member, 1, null);
    });
    // The last of what it reported may come after its exit, but comes before its channel closes.
    const closed = new Promise<void>((resolve) => worker.once('disconnect', resolve));
    worker.once('exit', (code: number, signal: string | null) => {
      void closed.then(() => this.#ended(member, code, signal));
    });
    tell(worker, { outturn: 'dashboard', isBuilding: this.#isBuildingDashboard });
  }

  #hear(worker: Worker, message: FromWorker): void {
    const member = this.#members.get(worker);
    if (!member) return;
    switch (message.outturn) {
      case 'listening':
        this.#listens(member, message.port);
        break;
      case 'failed':
        member.complaint = message.message;
        break;
      case 'metrics':
        this.#metrics.note(worker, message.metrics, message.question);
        break;
      case 'sum?':
        void this.#tellSum(worker, message.question);
    }
  }

  async #tellSum(worker: Worker, question: number): Promise<void> {
    try {
      tell(worker, { outturn: 'sum', question, text: await this.#metrics.text() });
    } catch (err) {
      // Whoever asked hears nothing, and says so.
      this.#options.logger.error({ err }, 'metrics cannot be added up');
    }
  }

  #listens(member: Member, port: number): void {
    this.#port ??= port;
    if (port !== this.#port) {
      // Port 0 is another one when all workers had ended before, but whoever calls knows the first.
      this.#isPortLost = true;
      member.worker.process.kill('SIGKILL');
      return;
    }
    member.isListening = true;
    this.#backOff.succeed();
    if (this.#starting === undefined) {
      const { slot, worker } = member;
      const line = { slot, workerPid: worker.process.pid, port };
      this.#options.logger.info(line, 'another worker has taken the place');
    } else if (this.#listening().length === this.#options.size) {
      this.#starting.resolve(port);
      this.#starting = undefined;
    }
  }

  #ended(member: Member, code: number, signal: string | null): void {
    // What never was is told of twice: it could not be started, and it does not hear.
    if (!this.#members.delete(member.worker)) return;
    const isLost = code !== 0 && !this.#stopping;
    this.#metrics.retire(member.worker, isLost);
    const how = member.complaint ?? (signal ? `it was ended by ${signal}` : `it ended with ${code}`);
    if (this.#stopping) {
      if (code !== 0) this.#stopping.isInOrder = false;
      if (this.#members.size === 0) this.#stopping.done();
    } else if (this.#starting) {
      this.#starting.reject(new Error(member.complaint ?? `A worker cannot start: ${how}.`));
    } else {
      this.#replace(member, how, isLost);
    }
  }

  #replace({ slot, since, isListening }: Member, how: string, isLost: boolean): void {
    const { logger, onGivenUp } = this.#options;
    const lived = performance.now() - since;
    const { delay, isHopeless } = this.#backOff.next({ hasServed: isListening, lived });
    if (isHopeless && this.#members.size === 0) {
      logger.fatal({ slot, how }, 'no worker can be started');
      onGivenUp();
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
