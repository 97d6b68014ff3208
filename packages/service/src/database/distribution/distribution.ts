import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { QueryRows } from '../query-rows.ts';

/** `rows`: alias of the inserted rows. */
export type Tenant = { table: string; id(rows: string): string; condition: string };

export type CommitNames = { developerId: string; xid: string; fact: string; toString(): string };
export type ForgottenNames = Omit<CommitNames, 'fact'>;

export type Distribution = {
  name: 'one server' | 'Citus';
  /** In parameter `$1`. */
  tenant: Tenant;
  /** For inserted rows. */
  tenantOfRows: Tenant;
  addTenant(quick: QueryRows, developerId: string): Promise<void>;
  /** Across tenants. */
  sharesStatements: boolean;
  /** Across connections. */
  sharesSnapshots: boolean;
  /** SQL that writes the transaction number to the log, so that a crash cannot reuse it (decision 008). */
  persistTransactionId: readonly string[];
  questionSetting?: string;
  rewrite?(sql: string): string;
  refusesReplicas?: string;
  /** Returns the distributed tables: all or none. */
  distribute(database: { pool: Pool; orm: MikroORM }): Promise<string[]>;
  /** Deletes those with unassigned transaction numbers, as of a restored dump. */
  forgetCommitsAhead(
    database: { rows: QueryRows; quick: QueryRows },
    commits: CommitNames,
    forgotten: ForgottenNames,
  ): Promise<void>;
};
