import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../base/coalesce.ts';
import { OutturnError } from '../../base/errors.ts';
import type { Observer } from '../../base/observer.ts';
import { sqlStateOf } from '../../base/pg-error.ts';
import type { PoolLoad } from '../pools.ts';
import type { ReadOptions, ReadServer } from '../read-server.ts';
import type { QueryRows } from '../rows.ts';
import { askPosition, type LogPosition, Marks } from './primary-position.ts';
import { Replica, type ReplicaState } from './replica.ts';

/** How often replicas are looked at, in milliseconds. */
const LOOK_EVERY = 1_000;

/**
 * Why the primary answers: no replica is in use, the one that was chosen is behind, a change that it replays removes what
 * was being read, or it failed.
 */
export type Fallback = 'none' | 'behind' | 'conflict' | 'failed';

type ReplicasOptions = ReadOptions & {
  urls: readonly string[];
  primary: ReadServer;
  /** Short statements on the primary. */
  quick: QueryRows;
  observer: Observer;
};

/**
 * Has questions answered by replicas, each of which sees all that was acknowledged before it was asked: the primary says
 * how far it is, and a replica that has come so far answers. Where none has, the primary does.
 */
export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #primary: ReadServer;
  readonly #observer: Observer;
  readonly #marks: Marks;
  readonly #position: () => Promise<LogPosition>;
  readonly #end = new AbortController();
  readonly #told = new Map<Replica, string | undefined>();
  #turn = 0;
  #watching: Promise<void>;
  #rouse = () => undefined;

  constructor({ urls, primary, quick, observer, ...options }: ReplicasOptions) {
    this.#replicas = urls.map((url) => new Replica(url, options));
    this.#primary = primary;
    this.#observer = observer;
    this.#marks = new Marks(quick);
    this.#position = coalesce(() => askPosition(quick));
    this.#watching = this.#watch();
  }

  /** Work that may be begun anew on the primary: it reads, and has no other effect. */
  async use<T>(work: (server: ReadServer) => Promise<T>): Promise<T> {
    const { onRead } = this.#observer;
    const found = await this.#find();
    if (typeof found === 'string') {
      onRead?.('primary', found);
      return work(this.#primary);
    }
    try {
      const result = await found.ask(work);
      onRead?.(found.name);
      return result;
    } catch (error) {
      // What is wrong with the question is wrong everywhere, and one that is busy is not left for the primary.
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

  /** A replica that has all that was acknowledged before the call. */
  async #find(): Promise<Replica | Fallback> {
    const replica = this.#choose();
    if (!replica) return 'none';
    const replayed = replica.replayed();
    // Both are asked at the same time; whichever fails first, the other is not left alone.
    replayed.catch(() => undefined);
    const position = await this.#position().catch(() => undefined);
    if (!position) return 'failed';
    try {
      if (!replica.isOf(position.server)) {
        // Another server has taken over: which replicas follow it remains to be seen.
        if (replica.isUsed) this.#rouse();
        return 'none';
      }
      if (await replica.reaches(position.lsn, replayed)) return replica;
      replica.leave('it is behind');
      this.#tell(replica);
      return 'behind';
    } catch (error) {
      this.#drop(replica, error);
      return 'failed';
    }
  }

  /** The one that has least to do; in turn, where several have. */
  #choose(): Replica | undefined {
    const used = this.#replicas.filter(({ isUsed }) => isUsed);
    this.#turn++;
    const inTurn = used.map((_, i) => used[(i + this.#turn) % used.length] as Replica);
    return inTurn.sort((a, b) => a.busy - b.busy)[0];
  }

  #drop(replica: Replica, error: unknown): void {
    // One outage fails many questions.
    if (!replica.isUsed) return;
    replica.drop(error);
    this.#tell(replica);
  }

  async #watch(): Promise<void> {
    await this.#marks.forgetOld().catch(() => undefined);
    while (!this.#end.signal.aborted) {
      // Without the primary nothing is known of the replicas, and nobody asks for them.
      await this.#look().catch(() => undefined);
      await this.#rest();
    }
  }

  async #look(): Promise<void> {
    const mark = await this.#marks.write();
    const position = await this.#position();
    if (mark.server !== position.server) return;
    await Promise.all(this.#replicas.map((replica) => replica.look(mark, position)));
    for (const replica of this.#replicas) this.#tell(replica);
  }

  async #rest(): Promise<void> {
    const roused = new AbortController();
    const rouse = () => void roused.abort();
    this.#rouse = rouse;
    const signal = AbortSignal.any([this.#end.signal, roused.signal]);
    await sleep(LOOK_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Tells of a replica that is in use from now on, or no longer, or for another reason. */
  #tell(replica: Replica): void {
    const { problem } = replica.state;
    if (this.#told.has(replica) && this.#told.get(replica) === problem) return;
    this.#told.set(replica, problem);
    this.#observer.onReplica?.(replica.name, problem);
  }
}

/** `40001` and `40P01` are also what a replica says when it replays a change that removes what is being read. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error));
}

/** Whether the server or the way to it has failed, and not the statement: no code of PostgreSQL, or one of these classes. */
function isOutage(error: unknown): boolean {
  return /^($|08|53|57P|58|F0|XX)/.test(sqlStateOf(error));
}
