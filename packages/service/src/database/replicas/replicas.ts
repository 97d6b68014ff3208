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

/** Milliseconds between two checks of all replicas. */
const CHECK_INTERVAL = 1_000;

/**
 * Why the primary answered. `none`: no replica is used; `behind`: it had not replayed enough in time; `conflict`: the
 * replay removed rows that were being read; `failed`: it did not answer.
 */
export type Fallback = 'none' | 'behind' | 'conflict' | 'failed';

type ReplicasOptions = ReadOptions & {
  urls: readonly string[];
  primary: ReadServer;
  quick: QueryRows;
  observer: Observer;
};

/**
 * Lets replicas answer questions, by one rule: an answer shows everything that was acknowledged before the question,
 * through any gateway. For each question the primary is asked for its log position, and a replica that has replayed
 * that far answers; otherwise the primary does (docs/scaling.md#consistency). Concurrent questions share the query
 * for the position, so it costs little.
 */
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

  /** Runs `work` on a replica, or on the primary. It must only read, because it may run a second time. */
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
      // A fault of the caller would recur on the primary. And if replicas are busy, the primary must not get their
      // load in addition.
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

  /**
   * A replica that has replayed everything that was acknowledged before this call, or why there is none. Both
   * positions are asked for at the same time.
   */
  async #selectReplica(): Promise<Replica | Fallback> {
    const replica = this.#choose();
    if (!replica) return 'none';
    const replayed = replica.replayed();
    // It is awaited later, or not at all; a rejection without a handler would end the process.
    replayed.catch(() => undefined);
    const position = await this.#position().catch(() => undefined);
    if (!position) return 'failed';
    try {
      if (!replica.follows(position.server)) {
        // Another primary has taken over. The checks will show which replicas follow it.
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

  /** The replica with the fewest questions under way; among equals, each in turn. */
  #choose(): Replica | undefined {
    const used = this.#replicas.filter(({ isUsed }) => isUsed);
    this.#turn++;
    const inTurn = used.map((_, i) => used[(i + this.#turn) % used.length] as Replica);
    return inTurn.sort((a, b) => a.runningQueries - b.runningQueries)[0];
  }

  #drop(replica: Replica, error: unknown): void {
    // One outage makes many questions fail, of which the first has dropped it.
    if (!replica.isUsed) return;
    replica.reconnect(error);
    this.#reportChange(replica);
  }

  /** Checks the replicas each second, and at once when a question has noticed another primary. */
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

  /** Tells the observer when a replica comes into use, or goes out of it. */
  #reportChange(replica: Replica): void {
    const { problem } = replica.state;
    if (this.#reportedProblems.has(replica) && this.#reportedProblems.get(replica) === problem) return;
    this.#reportedProblems.set(replica, problem);
    this.#observer.onReplica?.(replica.name, problem);
  }
}

/** SQLSTATEs by which a replica reports that the replay has removed rows which a question was reading. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error));
}

/** The connection or the server has failed: no SQLSTATE at all, or one of these. */
function isOutage(error: unknown): boolean {
  return /^($|08|53|57P|58|F0|XX)/.test(sqlStateOf(error));
}
