import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { QueryRows } from '../query-rows.ts';

/**
 * Parts of an `insert … select` by which its rows get the id of their tenant: `table` goes into the `from` clause,
 * `condition` into the `where` clause, and `id` into the list of columns, where `rows` is the alias of the rows to
 * insert.
 *
 * On PostgreSQL alone this is just the parameter. On Citus the id must come from the row of the tenant in `tenants`:
 * only then does Citus send the whole insert to the node that has this tenant (decision 008).
 */
export type Tenant = { table: string; id(rows: string): string; condition: string };

export type CommitNames = { developerId: string; xid: string; fact: string; toString(): string };
export type ForgottenNames = Omit<CommitNames, 'fact'>;

/**
 * Everything in which a database that Citus distributes over several nodes differs from one server. There are two
 * implementations, `oneServer` and `citus`; `findDistribution` chooses one when the gateway connects.
 *
 * All data of one tenant is on one node. So a statement about one tenant works the same in both; statements,
 * snapshots and transactions over several tenants do not.
 */
export type Distribution = {
  name: 'one server' | 'Citus';
  /** For statements whose rows all belong to the tenant in parameter `$1`. */
  tenant: Tenant;
  /**
   * For recording statements. On one server each row names its own tenant in `developer_id`, because such a statement
   * may carry records of several tenants.
   */
  tenantOfRows: Tenant;
  /** Makes sure that `tenants` has the row of a new tenant, which {@link Tenant.table} selects. */
  addTenant(quick: QueryRows, developerId: string): Promise<void>;
  /** Whether one recording statement may have records of several tenants (decision 010). */
  sharesStatements: boolean;
  /** Whether a connection can export its snapshot for another one to use. */
  sharesSnapshots: boolean;
  /**
   * Function calls in the `from` clause of a recording statement, so that its transaction number is on disk before
   * the commit is acknowledged. A number that was lost in a crash would be assigned again, and a follower of live
   * records who has passed it would miss the second transaction (decision 008).
   */
  persistTransactionId: readonly string[];
  /** SQL that a transaction of several statements sends before its other settings. */
  questionSetting?: string;
  /** Changes a statement before it is sent. */
  rewrite?(sql: string): string;
  /** Why replicas cannot be used, as a message for the operator. Absent if they can. */
  refusesReplicas?: string;
  /** Why records cannot be corrected, as a message for the caller. Absent if they can. */
  refusesCorrections?: string;
  /** Distributes the tables that are not distributed yet, all or none, and returns their names. */
  distribute(database: { pool: Pool; orm: MikroORM }): Promise<string[]>;
  /**
   * Deletes commits and notes of forgotten ones whose transaction numbers this server has not assigned yet. A
   * restored dump brings them along, and the server will give the same numbers to other transactions.
   */
  forgetCommitsAhead(
    database: { rows: QueryRows; quick: QueryRows },
    commits: CommitNames,
    forgotten: ForgottenNames,
  ): Promise<void>;
};
