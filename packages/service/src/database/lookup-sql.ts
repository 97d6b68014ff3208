/** Tenant `$1`, hidden from the planner, which expects one row of a tenant without statistics, by any index. */
export const HIDDEN_TENANT = '(select $1::uuid)';

/** One row of tenant `$1`. Bounds and order force the primary key whatever statistics say (decision 012). */
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
