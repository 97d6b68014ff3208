import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { coalesce } from '../../base/coalesce.ts';
import { connectionOf } from '../connection.ts';
import { oneServer } from '../distribution/one-server.ts';
import { namesOf } from '../entity-columns.ts';
import { ignore, loadOf, openPool, type PoolLoad } from '../pools.ts';
import { openReads, type ReadOptions, type ReadServer } from '../read-server.ts';
import { Gate } from '../semaphore.ts';
import { type LogPosition, type Mark, SERVER } from './primary-position.ts';
import { ReplicaMarkEntity } from './replica-mark.entity.ts';

/** Connections, at most, for questions to one replica, and how many of them those of several statements have. */
const CONNECTIONS = 12;
const QUESTION_CONNECTIONS = 6;
/** Who does not say within that time how far it is, is out of reach, in milliseconds. */
const ANSWER_WITHIN = 1_000;
/** How long to wait for a replica that is a little behind, and how long between two looks at it, in milliseconds. */
const WAIT = 100;
const LOOK_AGAIN = 2;

const marks = namesOf(ReplicaMarkEntity);
const ASK = `select pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn, ${SERVER}`;

/** What is known of a replica. `problem`: why it is not used. */
export type ReplicaState = {
  replica: string;
  problem: string | undefined;
  /** Of the write-ahead log that it had not replayed when it was looked at last. */
  lagBytes: number;
  /** How long the last mark took to show; while none does, how old the newest is that has shown. */
  lagSeconds: number;
};

type Pools = { watching: Pool; questions: Pool; server: ReadServer };

/** A streaming replica: how far it is, whether it may be asked, and what is asked of it at the moment. */
export class Replica {
  readonly name: string;
  readonly #url: string;
  readonly #options: ReadOptions;
  #pools: Pools;
  /** The server that answers at the address, since when it runs, and how far it was when somebody looked last. */
  #server: string | undefined;
  #replayed = 0n;
  /** The primary whose marks it shows; undefined while it may not be asked. */
  #primary: string | undefined;
  #problem: string | undefined = 'it has not been looked at';
  /** The newest mark that it has shown, and how long it took, in milliseconds. */
  #shown = performance.now();
  #delay = 0;
  #lagBytes = 0;
  /** How to end each question that is under way. */
  readonly #underWay = new Set<(reason: Error) => void>();

  constructor(url: string, options: ReadOptions) {
    this.name = new URL(url).host || 'socket';
    this.#url = url;
    this.#options = options;
    this.#pools = this.#open();
  }

  get isUsed(): boolean {
    return this.#primary !== undefined;
  }

  /** How many questions it answers. */
  get busy(): number {
    return this.#underWay.size;
  }

  get state(): ReplicaState {
    const { name: replica } = this;
    const lag = this.isUsed ? this.#delay : performance.now() - this.#shown;
    return { replica, problem: this.#problem, lagBytes: this.#lagBytes, lagSeconds: lag / 1000 };
  }

  get load(): PoolLoad {
    return loadOf(`replica ${this.name}`, this.#pools.questions);
  }

  isOf(primary: string): boolean {
    return this.#primary === primary;
  }

  /** How far it is, found out after the call. Rejects when it is out of reach, or no replica, or not the same as before. */
  readonly replayed = coalesce(async (): Promise<bigint> => {
    const pools = this.#pools;
    const { lsn, server } = await askReplica(pools.watching);
    if (pools !== this.#pools) throw new Error('it was dropped meanwhile');
    if (this.#server !== undefined && server !== this.#server)
      throw new Error('another server answers at its address');
    if (lsn < this.#replayed) throw new Error('it was started anew');
    this.#server = server;
    this.#replayed = lsn;
    return lsn;
  });

  /** Whether it has come so far, now or a moment later; `first` is how far it is. Rejects like {@link replayed}. */
  async reaches(lsn: bigint, first: Promise<bigint> = this.replayed()): Promise<boolean> {
    const deadline = performance.now() + WAIT;
    let replayed = await first;
    while (replayed < lsn && performance.now() < deadline) {
      await sleep(LOOK_AGAIN);
      replayed = await this.replayed();
    }
    return replayed >= lsn;
  }

  /** Has a question answered, after {@link reaches} has found it far enough. Rejects at once when it is dropped. */
  ask<T>(work: (server: ReadServer) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#underWay.add(reject);
      void work(this.#pools.server)
        .then(resolve, reject)
        .finally(() => this.#underWay.delete(reject));
    });
  }

  /** Uses it, or stops using it, as it shows the latest mark or not: `position` is where that one lies at most. */
  async look({ id, mark, server }: Mark, { lsn }: LogPosition): Promise<void> {
    const started = performance.now();
    try {
      const first = this.replayed();
      this.#lagBytes = Math.max(0, Number(lsn - (await first)));
      const isThere = await this.reaches(lsn, first);
      this.#delay = performance.now() - started;
      const pools = this.#pools;
      const shown = await shownMark(pools.watching, id);
      if (pools !== this.#pools) return;
      this.#shown = Math.max(this.#shown, shown ?? 0);
      if (!isThere) this.leave('it is behind');
      else if (shown !== mark) this.leave('it does not show what was written on the primary');
      else this.#use(server);
    } catch (error) {
      this.drop(error);
    }
  }

  /** Stops asking it; what is under way goes on. */
  leave(problem: string): void {
    this.#primary = undefined;
    this.#problem = problem;
  }

  /** Stops asking it, and gives up what is under way: its connections are good for nothing. */
  drop(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    this.leave(reason.message);
    for (const fail of this.#underWay) fail(reason);
    this.#underWay.clear();
    const { watching, questions } = this.#pools;
    this.#server = undefined;
    this.#replayed = 0n;
    this.#pools = this.#open();
    for (const pool of [watching, questions]) void pool.end().catch(ignore);
  }

  async close(): Promise<void> {
    this.leave('closed');
    await Promise.all([this.#pools.watching.end(), this.#pools.questions.end()]);
  }

  #use(primary: string): void {
    this.#primary = primary;
    this.#problem = undefined;
  }

  #open(): Pools {
    const watching = openPool({
      ...connectionOf(this.#url),
      max: 1,
      connectionTimeoutMillis: ANSWER_WITHIN,
      silence: ANSWER_WITHIN,
    });
    const { readTimeout, isPooled, measure } = this.#options;
    const { pool: questions, rows } = openReads(this.#url, this.#options, {
      max: CONNECTIONS,
      // Where the network swallows everything, connections would stay for ever.
      silence: readTimeout + ANSWER_WITHIN,
      verify: (client, done) => this.#verify(client).then(() => done(), done),
    });
    const gate = new Gate(QUESTION_CONNECTIONS);
    return {
      watching,
      questions,
      server: { rows, pool: questions, gate, isPooled, distribution: oneServer, measure },
    };
  }

  /**
   * A new connection must lead to the server that was looked at, and find it no less far: an address may have several,
   * and one that crashed begins again where it was some time ago. What was connected before a look has not crashed since.
   */
  async #verify(client: PoolClient): Promise<void> {
    const [known, expected] = [this.#replayed, this.#server];
    const { lsn, server } = await askReplica(client);
    if (server !== expected) throw new Error('several servers answer at the address');
    if (lsn < known) throw new Error('it was started anew');
  }
}

async function askReplica(source: Pick<Pool, 'query'>): Promise<LogPosition> {
  const { rows } = await source.query<[boolean, string | null, string]>({ text: ASK, rowMode: 'array' });
  const [isInRecovery, lsn, server] = rows[0] ?? [];
  if (!isInRecovery || lsn == null || server === undefined) throw new Error('it is no replica');
  return { lsn: BigInt(lsn), server };
}

/** The mark of a gateway that the replica shows. */
async function shownMark(pool: Pool, id: string): Promise<number | undefined> {
  const text = `select ${marks.mark} from ${marks} where ${marks.id} = $1`;
  const { rows } = await pool.query<[string]>({ text, values: [id], rowMode: 'array' });
  return rows[0] && Number(rows[0][0]);
}
