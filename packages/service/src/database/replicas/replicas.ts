import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../base/coalesce.ts';
import { OutturnError } from '../../base/errors.ts';
import type { Observer } from '../../base/observer.ts';
import { sqlStateOf } from '../../base/pg-error.ts';
import type { PoolLoad } from '../pools.ts';
import type { QueryRows } from '../query-rows.ts';
import type { ReadOptions, ReadServer } from '../read-server.ts';
import { askPosition, HeartbeatWriter, type LogPosition } from './primary-position.ts';
import { Replica, type ReplicaState } from './replica.ts';

/** Milliseconds between checks of all replicas. */
const CHECK_INTERVAL = 1_000;

/** `conflict`: replay removed rows that were being read. */
export type Fallback = 'none' | 'behind' | 'conflict' | 'failed';

type ReplicasOptions = ReadOptions & {
  urls: readonly string[];
  primary: ReadServer;
  quick: QueryRows;
  observer: Observer;
};

/** Replicas answer with everything acknowledged before, otherwise the primary (docs/scaling.md). */
export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #primary: ReadServer;
  readonly #observer: Observer;
  readonly #marks: HeartbeatWriter;
  readonly #position: () => Promise<LogPosition>;
  readonly #end = new AbortController();
  readonly #reportedProblems = new Map<Replica, string | undefined>();
  #turn = 0;
  #watching: Promise<void>;
  #checkNow = () => undefined;

  constructor({ urls, primary, quick, observer, ...options }: ReplicasOptions) {
    this.#replicas = urls.map((url) => new Replica(url, options));
    this.#primary = primary;
    this.#observer = observer;
    this.#marks = new HeartbeatWriter(quick);
    this.#position = coalesce(() => askPosition(quick));
    this.#watching = this.#watch();
  }

  /** `work` only reads, as the primary may repeat it. */
  async use<T>(work: (server: ReadServer) => Promise<T>): Promise<T> {
    const { onRead } = this.#observer;
    const found = await this.#selectReplica();
    if (typeof found === 'string') {
      onRead?.('primary', found);
      return work(this.#primary);
    }
    try {
      const result = await found.run(work);
      onRead?.(found.name);
      return result;
    } catch (error) {
      // Errors of the caller recur, and busy replicas must not load the primary.
      if (error instanceof OutturnError) throw error;
      if (isOutage(error)) this.#drop(found, error);
      onRead?.('primary', isConflict(error) ? 'conflict' : 'failed');
      return work(this.#primary);
    }
  }

  states(): ReplicaState[] {
    return this.#replicas.map(({ state }) => state);
  }

  load(): PoolLoad[] {
    return this.#replicas.map(({ load }) => load);
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#watching;
    await this.#marks.close().catch(() => undefined);
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  async #selectReplica(): Promise<Replica | Fallback> {
    const replica = this.#choose();
    if (!replica) return 'none';
    const replayed = replica.replayed();
    // Prevents an unhandled rejection.
    replayed.catch(() => undefined);
    const position = await this.#position().catch(() => undefined);
    if (!position) return 'failed';
    try {
      if (!replica.follows(position.server)) {
        // Another primary: checks show which replicas follow it.
        if (replica.isUsed) this.#checkNow();
        return 'none';
      }
      if (await replica.reaches(position.lsn, replayed)) return replica;
      replica.stopUsing('it is behind');
      this.#reportChange(replica);
      return 'behind';
    } catch (error) {
      this.#drop(replica, error);
      return 'failed';
    }
  }

  /** Least busy, round robin among equals. */
  #choose(): Replica | undefined {
    const used = this.#replicas.filter(({ isUsed }) => isUsed);
    this.#turn++;
    const inTurn = used.map((_, i) => used[(i + this.#turn) % used.length] as Replica);
    return inTurn.sort((a, b) => a.runningQueries - b.runningQueries)[0];
  }

  #drop(replica: Replica, error: unknown): void {
    // One outage fails many questions.
    if (!replica.isUsed) return;
    replica.reconnect(error);
    this.#reportChange(replica);
  }

  async #watch(): Promise<void> {
    await this.#marks.forgetOld().catch(() => undefined);
    while (!this.#end.signal.aborted) {
      // Without the primary, replicas are not used.
      await this.#checkAll().catch(() => undefined);
      await this.#waitForNextCheck();
    }
  }

  async #checkAll(): Promise<void> {
    const mark = await this.#marks.write();
    const position = await this.#position();
    if (mark.server !== position.server) return;
    await Promise.all(this.#replicas.map((replica) => replica.check(mark, position)));
    for (const replica of this.#replicas) this.#reportChange(replica);
  }

  async #waitForNextCheck(): Promise<void> {
    const roused = new AbortController();
    const checkNow = () => void roused.abort();
    this.#checkNow = checkNow;
    const signal = AbortSignal.any([this.#end.signal, roused.signal]);
    await sleep(CHECK_INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Reports changes only. */
  #reportChange(replica: Replica): void {
    const { problem } = replica.state;
    if (this.#reportedProblems.has(replica) && this.#reportedProblems.get(replica) === problem) return;
    this.#reportedProblems.set(replica, problem);
    this.#observer.onReplica?.(replica.name, problem);
  }
}

/** Replicas report replay conflicts with these codes, too. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error));
}

/** No SQL state, or that of a failed connection or server. */
function isOutage(error: unknown): boolean {
  return /^($|08|53|57P|58|F0|XX)/.test(sqlStateOf(error));
}
