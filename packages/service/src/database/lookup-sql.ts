/**
 * SQL for the tenant in parameter `$1`, hidden from the planner by a sub-select.
 *
 * With `developer_id = $1` the planner uses the statistics about this tenant. If other tenants had all rows when the
 * table was last analyzed, it expects one row, all indexes seem equally cheap, and it may take one that reads every
 * row of the tenant. It cannot look into the sub-select, so it expects as many rows as tenants have on average
 * (decision 012).
 */
export const HIDDEN_TENANT = '(select $1::uuid)';

/**
 * SQL that finds one row of tenant `$1`. The two bounds with `order by … limit 1` ask for an order that only the
 * primary key has, so the planner takes it whatever the statistics say (decision 012).
 */
export function rowById(table: string, id: string, columns: string): string {
  return rowBy('id', { table, value: id, columns });
}

export function rowByKey(table: string, key: string, columns: string): string {
  return rowBy('key', { table, value: key, columns });
}

type Lookup = { table: string; value: string; columns: string };

function rowBy(column: 'id' | 'key', { table, value, columns }: Lookup): string {
  return `select ${columns} from ${table} t where t.developer_id = ${HIDDEN_TENANT}
    and t.${column} >= ${value} and t.${column} <= ${value} order by t.${column} limit 1`;
}
