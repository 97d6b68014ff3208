import { type EntityManager, IsolationLevel, MikroORM } from '@mikro-orm/postgresql';
import type { Client, Pool } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { withBusyError } from './busy-error.ts';
import { CONNECT_TIMEOUT, connectionOf, openSession } from './connection.ts';
import type { Distribution } from './distribution/distribution.ts';
import { findDistribution } from './distribution/find-distribution.ts';
import { findSchema } from './find-schema.ts';
import type { DatabaseOptions, Entities } from './options.ts';
import { ormConfig } from './orm-config.ts';
import { poolSizes } from './pool-sizes.ts';
import { cancelOnDisconnect, discardReadOnly, loadOf, openPool, type PoolLoad } from './pools.ts';
import { type QueryRows, textRows } from './query-rows.ts';
import { openReads, type ReadServer } from './read-server.ts';
import { ReplacingPool } from './replacing-pool.ts';
import type { ReplicaState } from './replicas/replica.ts';
import { Replicas } from './replicas/replicas.ts';
import { refuseOutdated, SchemaRequirement } from './schema-requirement.ts';
import { Semaphore } from './semaphore.ts';
import { type MeasureTime, measureFor } from './statement-timing.ts';
import { tableNames } from './table-names.ts';
import type { WriteHealth } from './write-health.ts';

export type { PoolLoad, ReplicaState };

/**
 * Access to the database. Several pools keep works of different duration apart: short statements (recording,
 * look-ups) have `quick`, questions have `read` and `onServer`, and everything else uses `rows` or the entity
 * manager. So questions, which may take up to 15 seconds, never delay records.
 */
export type Database = {
  fork(): EntityManager;
  /**
   * The isolation level is read committed, whatever the default of the database: reservations of keys rely on it,
   * because the loser of a race must see what the winner has committed.
   */
  transactional<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** On the pool of commands, without a time limit. */
  rows: QueryRows;
  /** For short statements, such as recording. Rejects with `AnswerTimeoutError` after 20 s without an answer. */
  quick: QueryRows;
  /**
   * Questions, on a replica that has everything acknowledged, else on the primary. Throws `Question Too Large` when one
   * takes longer than the read timeout.
   */
  read: QueryRows;
  /** The same for several statements. */
  onServer<T>(work: (server: ReadServer) => Promise<T>): Promise<T>;
  /** A connection outside of the pools, which also leads past a connection pooler. The caller must end it. */
  openSession(): Promise<Client>;
  /**
   * Whether a connection pooler is in between. It may have few connections, so never wait for a second one while
   * holding one.
   */
  isPooled: boolean;
  distribution: Distribution;
  schema: SchemaRequirement;
  writes: WriteHealth;
  /** Schema of the tables in PostgreSQL. */
  schemaName: string;
  measure: MeasureTime;
  load(): PoolLoad[];
  replicas(): ReplicaState[];
  pool: Pool;
  orm: MikroORM;
  close(): Promise<void>;
};

const READ_TIMEOUT = 15_000;
/** Milliseconds. Longer than the timeout for a connection, so that a lock delays only the statements that need it. */
const ANSWER_TIMEOUT = 20_000;

export async function openDatabase(options: DatabaseOptions & { entities: Entities }): Promise<Database> {
  const {
    url,
    readTimeout = READ_TIMEOUT,
    connectTimeout = CONNECT_TIMEOUT,
    hasPreparedStatements = true,
  } = options;
  const isPooled = options.directUrl !== undefined;
  const sizes = poolSizes(options.connections);
  const orm = await MikroORM.init(ormConfig({ poolSize: sizes.commands, connectTimeout, ...options }));
  const schema = new SchemaRequirement();
  const forWrites = (opened: Pool) => refuseOutdated(discardReadOnly(withBusyError(opened, url)), schema);
  const pool = forWrites(await orm.em.getConnection().getNativeClient());
  const { observer = {}, replicaUrls = [] } = options;
  // MikroORM has opened this first connection before `refuseOutdated` was there to ask for the number, so it is read
  // here.
  const inspecting = (async () => {
    const schemaName = await findSchema(pool, tableNames({ orm }));
    orm.config.get('migrations').schema = schemaName;
    await schema.read(pool);
    return { schemaName, distribution: await findDistribution(pool) };
  })();
  const { schemaName, distribution } = await inspecting.catch(async (error: unknown) => {
    await orm.close(true);
    throw error instanceof OutturnError ? error.cause : error;
  });
  if (distribution.refusesReplicas && replicaUrls.length > 0) {
    await orm.close(true);
    throw new Error(distribution.refusesReplicas);
  }
  const quickly = {
    ...connectionOf(url),
    connectionTimeoutMillis: connectTimeout,
    answerTimeout: options.answerTimeout ?? ANSWER_TIMEOUT,
    max: sizes.quick,
    // A connection pooler keeps no settings of sessions.
    ...(!isPooled && cancelOnDisconnect),
  };
  const quick = new ReplacingPool(() => forWrites(openPool(quickly)));
  const measure = measureFor(observer);
  const { rewrite } = distribution;
  const reading = { readTimeout, connectTimeout, isPooled, hasPreparedStatements, measure, rewrite };
  const quickRows = textRows(quick, reading);
  const reads = openReads(url, reading, { max: sizes.reads });
  discardReadOnly(reads.pool);
  // Questions of several statements take connections of the commands pool, at most half of them.
  const semaphore = new Semaphore(Math.max(1, Math.floor(sizes.commands / 2)));
  const primary = { rows: reads.rows, pool, semaphore, isPooled, distribution, measure };
  const replicas =
    replicaUrls.length > 0
      ? new Replicas({ ...reading, urls: replicaUrls, primary, quick: quickRows, observer })
      : undefined;
  const onServer: Database['onServer'] = (work) => (replicas ? replicas.use(work) : work(primary));
  return {
    orm,
    pool,
    fork: () => orm.em.fork(),
    transactional: (work) =>
      orm.em.fork().transactional(work, { isolationLevel: IsolationLevel.READ_COMMITTED }),
    rows: textRows(pool, reading),
    quick: quickRows,
    read: (...statement) => onServer(({ rows }) => rows(...statement)),
    onServer,
    openSession: () => openSession(options.directUrl ?? url),
    isPooled,
    distribution,
    schema,
    writes: { failingUntil: 0 },
    schemaName,
    measure,
    load: () => [
      loadOf('commands', pool),
      loadOf('quick', quick.current),
      loadOf('reads', reads.pool),
      ...(replicas?.load() ?? []),
    ],
    replicas: () => replicas?.states() ?? [],
    async close() {
      await replicas?.close();
      await Promise.all([quick.end(), reads.pool.end()]);
      await orm.close(true);
    },
  };
}
