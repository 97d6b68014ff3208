import type { Distribution, Tenant } from './distribution.ts';
import { TENANT_COLUMN } from './placement.ts';

/** Tenant `$1` without a look-up. */
const byParameter: Tenant = { table: '(select) me', id: () => '$1::uuid', condition: 'true' };

export const oneServer: Distribution = {
  name: 'one server',
  tenant: byParameter,
  tenantOfRows: { ...byParameter, id: (rows) => `${rows}.${TENANT_COLUMN}` },
  addTenant: async () => undefined,
  sharesStatements: true,
  sharesSnapshots: true,
  persistTransactionId: [],
  distribute: async () => [],
  async forgetCommitsAhead({ rows }, commits) {
    const sql = `delete from ${commits} where ${commits.xid} >= pg_snapshot_xmax(pg_current_snapshot())`;
    await rows('commits_of_others', sql, []);
  },
};
