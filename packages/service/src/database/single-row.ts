/**
 * SQL that selects columns of the one row of developer `$1` with an id, for every row of what it stands in. Bounds and an
 * order lead through the primary key: statistics of a moment in which the developer had nothing make any index that begins
 * with the developer look as good as that, and each look-up would go through all that the developer has.
 */
export function rowById(table: string, id: string, columns: string): string {
  return rowBy('id', { table, value: id, columns });
}

/** The same of the one row with a key. */
export function rowByKey(table: string, key: string, columns: string): string {
  return rowBy('key', { table, value: key, columns });
}

type Lookup = { table: string; value: string; columns: string };

function rowBy(column: 'id' | 'key', { table, value, columns }: Lookup): string {
  return `select ${columns} from ${table} t
    where t.developer_id = $1 and t.${column} >= ${value} and t.${column} <= ${value} order by t.${column} limit 1`;
}
