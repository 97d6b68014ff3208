import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { QueryRows } from '../rows.ts';

/** How a statement that inserts what it computes names the developer; `id` is told the alias of what is inserted. */
export type Tenant = { table: string; id(rows: string): string; isMe: string };

/** The names of the table `commits` and its columns. */
export type CommitNames = { developerId: string; xid: string; fact: string; toString(): string };

/** What differs between one PostgreSQL server and a cluster of Citus. Chosen once, when the service connects. */
export type Distribution = {
  name: 'one server' | 'Citus';
  /** In statements about developer `$1`. */
  tenant: Tenant;
  /** In statements about the developers of the rows that are inserted. */
  tenantOfRows: Tenant;
  /** Adds what statements name a developer by, where it is a row; without the row, they do nothing. */
  addTenant(quick: QueryRows, developerId: string): Promise<void>;
  /** Whether one statement may record for several developers. */
  sharesStatements: boolean;
  /** Whether another connection can take over the snapshot of a question. */
  sharesSnapshots: boolean;
  /** Tables of one row that a recording statement reads, so that its transaction number survives a crash. */
  keepsNumber: readonly string[];
  /** A setting with which the transaction of a question begins. */
  questionSetting?: string;
  /** Why replicas cannot answer questions. */
  refusesReplicas?: string;
  /** Distributes the tables that are not yet. All or nothing; returns the tables that it distributed. */
  distribute(database: { pool: Pool; orm: MikroORM }): Promise<string[]>;
  /** Removes the rows of `commits` whose transaction numbers this server has not given yet. */
  forgetCommitsAhead(database: { rows: QueryRows; quick: QueryRows }, commits: CommitNames): Promise<void>;
};
