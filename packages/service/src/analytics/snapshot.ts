import type { PoolClient, QueryArrayResult } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { isCanceled } from '../base/pg-error.ts';
import type { WaitLimit } from '../base/waiting-queue.ts';
import { Attended } from '../database/cancellation-scope.ts';
import type { Distribution } from '../database/distribution/distribution.ts';
import { ignore } from '../database/pools.ts';
import type { ReadServer } from '../database/read-server.ts';
import type { Gate } from '../database/semaphore.ts';
import type { Statement } from './statements.ts';

type TextRow = (string | null)[];

/** How long one statement may take, in milliseconds. */
const STATEMENT_TIMEOUT = 15_000;
/** How many statements of one question run at the same time. */
const MAX_PARALLEL = 2;

// Plans are used once, so compiling them never pays; sums of a year need more than the default memory; indexes are in
// memory or on drives that do not mind where they read; and helpers pay where very many records are read, not for rollups.
const beginOf = ({ questionSetting }: Distribution) => `begin isolation level repeatable read read only;
  ${questionSetting ? `${questionSetting};` : ''} set local statement_timeout = ${STATEMENT_TIMEOUT};
  set local jit = off; set local work_mem = '64MB'; set local random_page_cost = 1.1;
  set local parallel_setup_cost = 4000`;
const EXPORT = 'select pg_export_snapshot()';
const asText = { getTypeParser: () => (value: unknown) => value };

type SnapshotOptions = { gate: Gate; statements: number; first: string; waitLimit?: WaitLimit };

/**
 * One snapshot of the database, on which all statements of a question run, so that the parts of its answer agree while
 * records go on being written. Two run side by side when there is a second connection to spare.
 */
export class Snapshot {
  readonly #idle: PoolClient[] = [];
  readonly #waiting: ((client: PoolClient) => void)[] = [];
  readonly #measure: ReadServer['measure'];
  readonly #attended: Attended;
  #isClosed = false;

  private constructor(measure: ReadServer['measure'], attended: Attended) {
    this.#measure = measure;
    this.#attended = attended;
  }

  /**
   * Opens a snapshot for some work that has `statements` of them, and closes it afterwards. What `first` selects comes with
   * the opening, so that it takes no round trip of its own; the work is given its row. When the caller leaves, what runs is
   * cancelled in PostgreSQL.
   */
  static async use<T>(
    server: Pick<ReadServer, 'pool' | 'measure' | 'isPooled' | 'distribution'>,
    { gate, statements, first: sql, waitLimit }: SnapshotOptions,
    work: (snapshot: Snapshot, row: TextRow) => Promise<T>,
  ): Promise<T> {
    const { pool, measure, distribution } = server;
    const begin = beginOf(distribution);
    await gate.enter(waitLimit);
    let places = 1;
    const clients: PoolClient[] = [];
    const attended = new Attended(waitLimit?.gone?.());
    const snapshot = new Snapshot(measure, attended);
    const ask = (client: PoolClient, text: string) => attended.run(client, () => many(client, text));
    try {
      attended.check();
      const first = await open(pool, clients);
      let row: TextRow | undefined;
      // Behind a pooler, questions that have their first connection could all wait for each other's second.
      const maySplit = statements > 1 && MAX_PARALLEL > 1 && !server.isPooled && distribution.sharesSnapshots;
      if (maySplit && gate.tryEnter()) {
        places++;
        const [asked, exported] = (await ask(first, `${begin}; ${sql}; ${EXPORT}`)).slice(-2);
        row = asked?.rows[0];
        const [id] = exported?.rows[0] ?? [];
        const second = await open(pool, clients);
        await ask(second, `${begin}; set transaction snapshot '${id}'`);
      } else if (distribution.questionSetting) {
        // Its nodes are told of all that comes along with a setting.
        await ask(first, begin);
        const query = { text: sql, rowMode: 'array' as const, types: asText };
        const { rows } = await attended.run(first, () => first.query<TextRow>(query));
        row = rows[0];
      } else {
        row = (await ask(first, `${begin}; ${sql}`)).at(-1)?.rows[0];
      }
      snapshot.#idle.push(...clients);
      return await work(snapshot, row ?? []);
    } finally {
      snapshot.#isClosed = true;
      await attended.end();
      await Promise.all(clients.map((client) => close(client, attended)));
      for (; places > 0; places--) gate.leave();
    }
  }

  async rows({ sql, values }: Pick<Statement, 'sql' | 'values'>): Promise<TextRow[]> {
    const client =
      this.#idle.pop() ?? (await new Promise<PoolClient>((resolve) => this.#waiting.push(resolve)));
    try {
      // Where one statement has failed, those that wait behind it must not run on connections that go to others.
      if (this.#isClosed) throw new Error('The snapshot is closed.');
      this.#attended.check();
      const query = { text: sql, values: values as unknown[], rowMode: 'array' as const, types: asText };
      const ask = async () => (await client.query<TextRow>(query)).rows;
      return await this.#measure('analytics', () => this.#attended.run(client, ask));
    } catch (error) {
      throw isCanceled(error) ? tooSlow() : error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next(client);
      else this.#idle.push(client);
    }
  }
}

async function open(pool: ReadServer['pool'], clients: PoolClient[]): Promise<PoolClient> {
  const client = await pool.connect();
  client.on('error', ignore);
  clients.push(client);
  return client;
}

async function close(client: PoolClient, attended: Attended): Promise<void> {
  const error = await client.query('rollback').then(
    () => undefined,
    (cause: Error) => cause,
  );
  client.off('error', ignore);
  client.release(error ?? !attended.isSafe(client));
}

/** Several commands at once have several results, which pg's types do not know. */
async function many(client: PoolClient, text: string): Promise<QueryArrayResult<TextRow>[]> {
  const results: unknown = await client.query({ text, rowMode: 'array', types: asText });
  return results as QueryArrayResult<TextRow>[];
}

function tooSlow(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `The question took longer than ${STATEMENT_TIMEOUT / 1000} seconds. Ask for a shorter window, or filter and group by agent or customer, which are answered from rollups.`,
  });
}
