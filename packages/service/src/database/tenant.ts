import type { Database } from './database.ts';

/** How a statement that inserts what it computes names the developer; `id` is told the alias of what is inserted. */
export type Tenant = { table: string; id(rows: string): string; isMe: string };

/**
 * Developer `$1` by the row in `tenants`. Where the developer of the inserted rows comes from a table that lies beside the
 * target, Citus sends the insert to the one node that has the developer; from a parameter alone it would bring all nodes
 * into the transaction.
 */
const onOneNode: Tenant = {
  table: 'tenants me',
  id: () => 'me.developer_id',
  isMe: 'me.developer_id = $1',
};

/** Developer `$1` as it is: PostgreSQL alone need not look anything up. */
const byParameter: Tenant = { table: '(select) me', id: () => '$1::uuid', isMe: 'true' };

/** Each row's own developer: of several, on PostgreSQL alone. */
const ofEachRow: Tenant = { ...byParameter, id: (rows) => `${rows}.developer_id` };

type Where = Pick<Database, 'isDistributed'>;

/** For statements about developer `$1`. */
export function tenantIn({ isDistributed }: Where): Tenant {
  return isDistributed ? onOneNode : byParameter;
}

/** For statements about one developer or, on PostgreSQL alone, several: those of the rows that are inserted. */
export function tenantOfRowsIn({ isDistributed }: Where): Tenant {
  return isDistributed ? onOneNode : ofEachRow;
}

/** Where statements name a developer by the row in `tenants`: adds the row, once; without it, they do nothing. */
export async function addTenant(database: Database, developerId: string): Promise<void> {
  if (!database.isDistributed) return;
  const sql = 'insert into tenants (developer_id) values ($1) on conflict do nothing';
  await database.quick('tenant_add', sql, [developerId]);
}
