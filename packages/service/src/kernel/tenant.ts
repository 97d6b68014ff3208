import type { Database } from '../database/database.ts';

/** How a statement about developer `$1` that inserts what it computes names the developer. */
export type Tenant = { table: string; id: string; isMe: string };

/**
 * By the row in `tenants`. Where the developer of the inserted rows comes from a table that lies beside the target, Citus
 * sends the insert to the one node that has the developer; from a parameter alone it would bring all nodes into the
 * transaction.
 */
const onOneNode: Tenant = { table: 'tenants me', id: 'me.developer_id', isMe: 'me.developer_id = $1' };

/** By the parameter: PostgreSQL alone need not look anything up. */
const alone: Tenant = { table: '(select $1::uuid as developer_id) me', id: 'me.developer_id', isMe: 'true' };

export function tenantIn({ isDistributed }: Pick<Database, 'isDistributed'>): Tenant {
  return isDistributed ? onOneNode : alone;
}

/** Where statements name a developer by the row in `tenants`: adds the row, once; without it, they do nothing. */
export async function addTenant(database: Database, developerId: string): Promise<void> {
  if (!database.isDistributed) return;
  const sql = 'insert into tenants (developer_id) values ($1) on conflict do nothing';
  await database.quick('tenant_add', sql, [developerId]);
}
