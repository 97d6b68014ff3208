import { type EntityManager, IsolationLevel, MikroORM } from '@mikro-orm/postgresql';
import type { Client, Pool } from 'pg';
import { OutturnError } from '../base/errors.ts';
import { tellWhenBusy } from './busy-pool.ts';
import { connectionOf, openSession, PATIENCE } from './connection.ts';
import type { Distribution } from './distribution/distribution.ts';
import { findDistribution } from './distribution/find-distribution.ts';
import { type MeasureTime, measureFor } from './measured.ts';
import type { DatabaseOptions, Entities } from './options.ts';
import { ormConfig } from './orm-config.ts';
import { poolSizes } from './pool-sizes.ts';
import { endingWithUs, leaveReadOnly, loadOf, openPool, type PoolLoad } from './pools.ts';
import { openReads, type ReadServer } from './read-server.ts';
import { RenewedPool } from './renewed-pool.ts';
import type { ReplicaState } from './replicas/replica.ts';
import { Replicas } from './replicas/replicas.ts';
import { type QueryRows, textRows } from './rows.ts';
import { Gate } from './semaphore.ts';

export type { PoolLoad, ReplicaState };

/**
 * The database of the service: entity managers for low-rate work, prepared SQL for hot paths. What is short by nature
 * and what takes as long as its caller makes it have connections of their own, so that nobody's question keeps a record
 * waiting.
 */
export type Database = {
  /** A fresh unit of work. */
  fork(): EntityManager;
  /** One in a transaction, which reads what others commit meanwhile whatever the database's default is: claims count on it. */
  transactional<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** However long it takes, on the pool of the entity managers. */
  rows: QueryRows;
  /** For statements that are short by nature: recording, looking up records and keys. */
  quick: QueryRows;
  /**
   * For questions whose cost is the caller's choice. Answered by a replica where one has all that was acknowledged before.
   * Rejects with `Invalid Request` when one takes too long.
   */
  read: QueryRows;
  /** The same for questions of several statements, all on one server. */
  onServer<T>(work: (server: ReadServer) => Promise<T>): Promise<T>;
  /** A connection whose session lasts until its end: for locks. */
  openSession(): Promise<Client>;
  /** Whether transactions go through a pooler, so that nobody may hold one connection while waiting for another. */
  isPooled: boolean;
  /** What differs between one server and a cluster. */
  distribution: Distribution;
  /** For what runs on connections of its own: tells of it like of every statement. */
  measure: MeasureTime;
  /** How busy the connections are. */
  load(): PoolLoad[];
  /** How the replicas are. */
  replicas(): ReplicaState[];
  pool: Pool;
  orm: MikroORM;
  close(): Promise<void>;
};

const READ_TIMEOUT = 15_000;
/** Longer than what waits for a connection does, so that a lock keeps that from nobody but who wants it. */
const SILENCE = 20_000;

/** Connects through MikroORM, whose pool is shared, and beside it. */
export async function openDatabase(options: DatabaseOptions & { entities: Entities }): Promise<Database> {
  const { url, readTimeout = READ_TIMEOUT, patience = PATIENCE, hasPreparedStatements = true } = options;
  const isPooled = options.directUrl !== undefined;
  const sizes = poolSizes(options.connections);
  const orm = await MikroORM.init(ormConfig({ poolSize: sizes.commands, patience, ...options }));
  const pool = leaveReadOnly(tellWhenBusy(await orm.em.getConnection().getNativeClient(), url));
  const { observer = {}, replicaUrls = [] } = options;
  const distribution = await findDistribution(pool).catch(async (error: unknown) => {
    await orm.close(true);
    // Whoever starts is told by PostgreSQL's own words.
    throw error instanceof OutturnError ? error.cause : error;
  });
  if (distribution.refusesReplicas && replicaUrls.length > 0) {
    await orm.close(true);
    throw new Error(distribution.refusesReplicas);
  }
  const quickly = {
    ...connectionOf(url),
    connectionTimeoutMillis: patience,
    silence: options.silence ?? SILENCE,
    max: sizes.quick,
    // A pooler of transactions has no session that it could be set for.
    ...(!isPooled && endingWithUs),
  };
  const quick = new RenewedPool(() => leaveReadOnly(tellWhenBusy(openPool(quickly), url)));
  const measure = measureFor(observer);
  const reading = { readTimeout, patience, isPooled, hasPreparedStatements, measure };
  const quickRows = textRows(quick, reading);
  const reads = openReads(url, reading, { max: sizes.reads });
  leaveReadOnly(reads.pool);
  // Questions have half of the connections of other work together, and never all of them.
  const gate = new Gate(Math.max(1, Math.floor(sizes.commands / 2)));
  const primary = { rows: reads.rows, pool, gate, isPooled, distribution, measure };
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
