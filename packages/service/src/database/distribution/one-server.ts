import type { Distribution, Tenant } from './distribution.ts';
import { TENANT_COLUMN } from './placement.ts';

/**
 * The tenant is the parameter, without a look-up. `(select) me` is one row without columns, in the place where Citus
 * has the table `tenants`: a look-up for each insert would be a tenth of the cost of a statement of 26 records
 * (decision 008).
 */
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
