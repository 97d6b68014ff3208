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
  async forgetCommitsAhead({ rows }, commits, forgotten) {
    for (const table of [commits, forgotten]) {
      const sql = `delete from ${table} where ${table.xid} >= pg_snapshot_xmax(pg_current_snapshot())`;
      await rows(`${table}_of_others`, sql, []);
    }
  },
};
