import type { Distribution, Tenant } from './distribution.ts';
import { TENANT_COLUMN } from './placement.ts';

/** Developer `$1` as it is: PostgreSQL alone need not look anything up. */
const byParameter: Tenant = { table: '(select) me', id: () => '$1::uuid', isMe: 'true' };

/** All data on one PostgreSQL server. */
export const oneServer: Distribution = {
  name: 'one server',
  tenant: byParameter,
  tenantOfRows: { ...byParameter, id: (rows) => `${rows}.${TENANT_COLUMN}` },
  addTenant: async () => undefined,
  sharesStatements: true,
  sharesSnapshots: true,
  keepsNumber: [],
  distribute: async () => [],
  async forgetCommitsAhead({ rows }, commits) {
    const sql = `delete from ${commits} where ${commits.xid} >= pg_snapshot_xmax(pg_current_snapshot())`;
    await rows('commits_of_others', sql, []);
  },
};
