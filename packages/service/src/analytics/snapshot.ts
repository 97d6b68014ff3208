import type { PoolClient, QueryArrayResult } from 'pg';
import { type AnswerMemory, textParsers } from '../base/answer-memory.ts';
import { OutturnError } from '../base/errors.ts';
import { isCanceled } from '../base/pg-error.ts';
import type { WaitLimit } from '../base/waiting-queue.ts';
import { CancellationScope } from '../database/cancellation-scope.ts';
import type { Distribution } from '../database/distribution/distribution.ts';
import { ignore } from '../database/pools.ts';
import { asText } from '../database/query-rows.ts';
import type { ReadServer } from '../database/read-server.ts';
import type { Semaphore } from '../database/semaphore.ts';
import type { Statement } from './statements.ts';

type TextRow = (string | null)[];

/** In milliseconds. */
const STATEMENT_TIMEOUT = 15_000;

// Plans run once, so compiling never pays; year sums need memory; random reads are cheap; parallel workers pay off
// for very many records only.
const beginOf = ({ questionSetting }: Distribution) => `begin isolation level repeatable read read only;
  ${questionSetting ? `${questionSetting};` : ''} set local statement_timeout = ${STATEMENT_TIMEOUT};
  set local jit = off; set local work_mem = '64MB'; set local random_page_cost = 1.1;
  set local parallel_setup_cost = 4000`;
const EXPORT = 'select pg_export_snapshot()';

type SnapshotOptions = { semaphore: Semaphore; statements: number; opening: string; waitLimit?: WaitLimit };

/** `advice`: what else than a shorter window makes the question smaller. */
type Asked = Pick<Statement, 'sql' | 'values'> & Partial<Pick<Statement, 'slowedBy'>> & { advice?: string };

/**
 * Makes the parts of a question agree. Two statements run in parallel if a second connection is free.
 */
export class Snapshot {
  readonly #idle: PoolClient[] = [];
  readonly #waiting: ((client: PoolClient) => void)[] = [];
  readonly #measure: ReadServer['measure'];
  readonly #cancellation: CancellationScope;
  readonly #rewrite: Distribution['rewrite'];
  readonly #memory: AnswerMemory | undefined;
  #isClosed = false;

  private constructor(
    { measure, distribution, memory }: Pick<ReadServer, 'measure' | 'distribution' | 'memory'>,
    cancellation: CancellationScope,
  ) {
    this.#measure = measure;
    this.#rewrite = distribution.rewrite;
    this.#memory = memory;
    this.#cancellation = cancellation;
  }

  /**
   * `opening` is the SQL of a row for `work`, sent together with `begin` to save a round trip. PostgreSQL cancels what runs
   * when the caller disconnects.
   */
  static async use<T>(
    server: Pick<ReadServer, 'pool' | 'measure' | 'isPooled' | 'distribution' | 'memory'>,
    { semaphore, statements, opening, waitLimit }: SnapshotOptions,
    work: (snapshot: Snapshot, row: TextRow) => Promise<T>,
  ): Promise<T> {
    const { pool, distribution } = server;
    const begin = beginOf(distribution);
    await semaphore.acquire(waitLimit);
    let permits = 1;
    const clients: PoolClient[] = [];
    const cancellation = new CancellationScope(waitLimit?.gone?.());
    const snapshot = new Snapshot(server, cancellation);
    const ask = (client: PoolClient, text: string) => cancellation.run(client, () => queryAll(client, text));
    try {
      cancellation.check();
      const first = await open(pool, clients);
      let row: TextRow | undefined;
      // Behind a pooler, questions that hold one connection could wait for each other's second.
      const maySplit = statements > 1 && !server.isPooled && distribution.sharesSnapshots;
      if (maySplit && semaphore.tryAcquire()) {
        permits++;
        const [asked, exported] = (await ask(first, `${begin}; ${opening}; ${EXPORT}`)).slice(-2);
        row = asked?.rows[0];
        const [id] = exported?.rows[0] ?? [];
        const second = await open(pool, clients);
        await ask(second, `${begin}; set transaction snapshot '${id}'`);
      } else if (distribution.questionSetting) {
        // Citus sends its nodes all that shares a message with a setting.
        await ask(first, begin);
        const query = { text: opening, rowMode: 'array' as const, types: asText };
        const { rows } = await cancellation.run(first, () => first.query<TextRow>(query));
        row = rows[0];
      } else {
        row = (await ask(first, `${begin}; ${opening}`)).at(-1)?.rows[0];
      }
      snapshot.#idle.push(...clients);
      return await work(snapshot, row ?? []);
    } finally {
      snapshot.#isClosed = true;
      await cancellation.end();
      await Promise.all(clients.map((client) => close(client, cancellation)));
      for (; permits > 0; permits--) semaphore.release();
    }
  }

  async rows({ sql, values, ...size }: Asked): Promise<TextRow[]> {
    const client =
      this.#idle.pop() ?? (await new Promise<PoolClient>((resolve) => this.#waiting.push(resolve)));
    try {
      // A failure of one part ends the question: its connections go back to the pool while other parts wait for one.
      if (this.#isClosed) throw new Error('The snapshot is closed.');
      this.#cancellation.check();
      const text = this.#rewrite?.(sql) ?? sql;
      const types = this.#memory ? textParsers(this.#memory) : asText;
      const query = { text, values: values as unknown[], rowMode: 'array' as const, types };
      const ask = async () => (await client.query<TextRow>(query)).rows;
      return await this.#measure('analytics', () => this.#cancellation.run(client, ask));
    } catch (error) {
      throw isCanceled(error) ? tooSlow(size) : error;
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

async function close(client: PoolClient, cancellation: CancellationScope): Promise<void> {
  const error = await client.query('rollback').then(
    () => undefined,
    (cause: Error) => cause,
  );
  client.off('error', ignore);
  client.release(error ?? !cancellation.isSafe(client));
}

/** pg's types omit that several commands return several results. */
async function queryAll(client: PoolClient, text: string): Promise<QueryArrayResult<TextRow>[]> {
  const results: unknown = await client.query({ text, rowMode: 'array', types: asText });
  return results as QueryArrayResult<TextRow>[];
}

function tooSlow({ slowedBy = [], advice = 'longer steps or fewer groups' }: Partial<Asked>): OutturnError {
  const help =
    slowedBy.length > 0 ? `or leave out ${slowedBy.join(' and ')}, so that rollups can answer` : advice;
  return new OutturnError('Question Too Large', {
    message: `The question took longer than ${STATEMENT_TIMEOUT / 1000} seconds. Ask for a shorter window, ${help}.`,
  });
}
