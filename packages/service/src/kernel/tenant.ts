import type { Database } from '../database/database.ts';

/**
 * The row of a developer in `tenants`, for statements that insert what they compute. Where the developer of the inserted
 * rows comes from a table that lies beside the target, Citus sends the insert to the one node that has the developer; from
 * a parameter alone it would bring all nodes into the transaction.
 */
export const tenant = { table: 'tenants me', id: 'me.developer_id', isMe: 'me.developer_id = $1' };

/** Adds the row, once; without it, such statements do nothing. */
export async function addTenant(database: Database, developerId: string): Promise<void> {
  const sql = 'insert into tenants (developer_id) values ($1) on conflict do nothing';
  await database.quick('tenant_add', sql, [developerId]);
}
