import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { coalesce } from '../../base/coalesce.ts';
import { connectionOf } from '../connection.ts';
import { hostOfDatabase } from '../database-url.ts';
import { oneServer } from '../distribution/one-server.ts';
import { namesOf } from '../entity-metadata.ts';
import { ignore, loadOf, openPool, type PoolLoad } from '../pools.ts';
import { openReads, type ReadOptions, type ReadServer } from '../read-server.ts';
import { Semaphore } from '../semaphore.ts';
import { type Heartbeat, type LogPosition, SERVER } from './primary-position.ts';
import { ReplicaMarkEntity } from './replica-mark.entity.ts';

/** Connections to each replica, and how many of them questions of several statements may use. */
const CONNECTIONS = 12;
const QUESTION_CONNECTIONS = 6;
/** Milliseconds that a replica may take to answer a check. */
const CHECK_TIMEOUT = 1_000;
/**
 * Milliseconds that a question waits for a replica which is a little behind, and between two looks at its position.
 */
const LAG_TIMEOUT = 100;
const POLL_INTERVAL = 2;

const marks = namesOf(ReplicaMarkEntity);
const POSITION_SQL = `select pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn, ${SERVER}`;

/** `problem` says why the replica is not used. Undefined while it is. */
export type ReplicaState = {
  replica: string;
  problem: string | undefined;
  /** Bytes of log that it had yet to replay at the last check. */
  lagBytes: number;
  /**
   * While it is used: how long the last mark took to appear. Otherwise: how old the newest mark is that it has shown.
   */
  lagSeconds: number;
};

type Pools = { checkPool: Pool; queryPool: Pool; server: ReadServer };

/**
 * One address of `DATABASE_REPLICA_URLS`: whether the replica may answer, and its connections.
 *
 * It may answer while it follows the present primary. `check` proves that each second, by a mark that was written to
 * the primary and appears on the replica. Before a question, `reaches` makes sure that it has replayed everything
 * that was acknowledged before. If its connections are lost, or another server answers at the address, all that is
 * known about it is forgotten and it is checked anew.
 */
export class Replica {
  readonly name: string;
  readonly #url: string;
  readonly #options: ReadOptions;
  #pools: Pools;
  /** Server at the address, and its last position. */
  #server: string | undefined;
  /** The last position of that server. It only grows; a smaller one means that another history is shown. */
  #replayed = 0n;
  /** The primary whose mark it has shown last. Undefined while it is not used. */
  #primary: string | undefined;
  #problem: string | undefined = 'it has not been checked yet';
  /** The newest mark that it has shown, and how long the last one took, in milliseconds. */
  #lastSeenAt = performance.now();
  #lagMilliseconds = 0;
  #lagBytes = 0;
  /** Functions that reject the questions under way. */
  readonly #running = new Set<(reason: Error) => void>();

  constructor(url: string, options: ReadOptions) {
    this.name = hostOfDatabase(url);
    this.#url = url;
    this.#options = options;
    this.#pools = this.#open();
  }

  get isUsed(): boolean {
    return this.#primary !== undefined;
  }

  get runningQueries(): number {
    return this.#running.size;
  }

  get state(): ReplicaState {
    const { name: replica } = this;
    const lag = this.isUsed ? this.#lagMilliseconds : performance.now() - this.#lastSeenAt;
    return { replica, problem: this.#problem, lagBytes: this.#lagBytes, lagSeconds: lag / 1000 };
  }

  get load(): PoolLoad {
    return loadOf(`replica ${this.name}`, this.#pools.queryPool);
  }

  follows(primary: string): boolean {
    return this.#primary === primary;
  }

  /**
   * The position up to which it has replayed the log. Concurrent calls share a query. Rejects if the server is lost,
   * is another one than before, or has been promoted.
   */
  readonly replayed = coalesce(async (): Promise<bigint> => {
    const pools = this.#pools;
    const { lsn, server } = await askReplica(pools.checkPool);
    if (pools !== this.#pools) throw new Error('it was dropped during the check');
    if (this.#server !== undefined && server !== this.#server)
      throw new Error('another server answers at its address');
    if (lsn < this.#replayed) throw new Error('it restarted at an earlier log position');
    this.#server = server;
    this.#replayed = lsn;
    return lsn;
  });

  /**
   * Whether it has replayed the log up to `lsn`, after a short wait if it is a little behind. `first` is a query for
   * its position that was sent before.
   */
  async reaches(lsn: bigint, first: Promise<bigint> = this.replayed()): Promise<boolean> {
    const deadline = performance.now() + LAG_TIMEOUT;
    let replayed = await first;
    while (replayed < lsn && performance.now() < deadline) {
      await sleep(POLL_INTERVAL);
      replayed = await this.replayed();
    }
    return replayed >= lsn;
  }

  /**
   * Runs a question. Call it only once `reaches` has said that the replica is up to date. Rejects as soon as its
   * connections are lost, so that the primary can answer instead.
   */
  run<T>(work: (server: ReadServer) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#running.add(reject);
      void work(this.#pools.server)
        .then(resolve, reject)
        .finally(() => this.#running.delete(reject));
    });
  }

  /** Checks whether it follows the primary: it must reach the position after the mark and then show the mark. */
  async check({ id, mark, server }: Heartbeat, { lsn }: LogPosition): Promise<void> {
    const started = performance.now();
    try {
      const first = this.replayed();
      this.#lagBytes = Math.max(0, Number(lsn - (await first)));
      const isThere = await this.reaches(lsn, first);
      this.#lagMilliseconds = performance.now() - started;
      const pools = this.#pools;
      const shown = await shownMark(pools.checkPool, id);
      if (pools !== this.#pools) return;
      this.#lastSeenAt = Math.max(this.#lastSeenAt, shown ?? 0);
      if (!isThere) this.stopUsing('it is behind');
      else if (shown !== mark) this.stopUsing('it does not show what was written on the primary');
      else this.#use(server);
    } catch (error) {
      this.reconnect(error);
    }
  }

  /** New questions go elsewhere; those under way may end. */
  stopUsing(problem: string): void {
    this.#primary = undefined;
    this.#problem = problem;
  }

  /**
   * Forgets everything about the replica and opens new connections. Questions under way are rejected, because their
   * connections are lost.
   */
  reconnect(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    this.stopUsing(reason.message);
    for (const fail of this.#running) fail(reason);
    this.#running.clear();
    const { checkPool, queryPool } = this.#pools;
    this.#server = undefined;
    this.#replayed = 0n;
    this.#pools = this.#open();
    for (const pool of [checkPool, queryPool]) void pool.end().catch(ignore);
  }

  async close(): Promise<void> {
    this.stopUsing('closed');
    await Promise.all([this.#pools.checkPool.end(), this.#pools.queryPool.end()]);
  }

  #use(primary: string): void {
    this.#primary = primary;
    this.#problem = undefined;
  }

  #open(): Pools {
    const checkPool = openPool({
      ...connectionOf(this.#url),
      max: 1,
      connectionTimeoutMillis: CHECK_TIMEOUT,
      answerTimeout: CHECK_TIMEOUT,
    });
    const { readTimeout, isPooled, measure } = this.#options;
    const { pool: queryPool, rows } = openReads(this.#url, this.#options, {
      max: CONNECTIONS,
      answerTimeout: readTimeout + CHECK_TIMEOUT,
      verify: (client, done) => this.#verify(client).then(() => done(), done),
    });
    const semaphore = new Semaphore(QUESTION_CONNECTIONS);
    return {
      checkPool,
      queryPool,
      server: { rows, pool: queryPool, semaphore, isPooled, distribution: oneServer, measure },
    };
  }

  /**
   * Each new connection must lead to the server that is known: an address may lead to several, and a server that has
   * restarted may be behind what it has shown before.
   */
  async #verify(client: PoolClient): Promise<void> {
    const [known, expected] = [this.#replayed, this.#server];
    const { lsn, server } = await askReplica(client);
    if (server !== expected) throw new Error('several servers answer at the address');
    if (lsn < known) throw new Error('it restarted at an earlier log position');
  }
}

/** The position and the server of a replica. Rejects if it is a primary. */
async function askReplica(source: Pick<Pool, 'query'>): Promise<LogPosition> {
  const { rows } = await source.query<[boolean, string | null, string]>({
    text: POSITION_SQL,
    rowMode: 'array',
  });
  const [isInRecovery, lsn, server] = rows[0] ?? [];
  if (!isInRecovery || lsn == null || server === undefined) throw new Error('it is no replica');
  return { lsn: BigInt(lsn), server };
}

/** The mark of a gateway as the replica shows it. Undefined if it shows none. */
async function shownMark(pool: Pool, id: string): Promise<number | undefined> {
  const text = `select ${marks.mark} from ${marks} where ${marks.id} = $1`;
  const { rows } = await pool.query<[string]>({ text, values: [id], rowMode: 'array' });
  return rows[0] && Number(rows[0][0]);
}
