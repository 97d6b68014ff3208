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

/** SQL that finds one earlier version of a record of tenant `$1`. `condition` chooses the version. */
export function versionById(past: string, id: string, { columns, condition }: Version): string {
  return rowBy('id', { table: past, value: id, columns, condition });
}

/** SQL that finds the correction of a record of tenant `$1` that made a version of it. */
export function correctionOf(recordId: string, { columns, condition }: Version): string {
  return rowBy('record_id', { table: 'corrections', value: recordId, columns, condition });
}

type Version = { columns: string; condition: string };
type Lookup = { table: string; value: string; columns: string; condition?: string };

function rowBy(column: 'id' | 'key' | 'record_id', { table, value, columns, condition }: Lookup): string {
  return `select ${columns} from ${table} t where t.developer_id = ${HIDDEN_TENANT}
    and t.${column} >= ${value} and t.${column} <= ${value}${condition ? ` and ${condition}` : ''} order by t.${column} limit 1`;
}

/**
 * SQL of the rows that a statement changes. It finds them by the developer and the id of `given`. With `$1` in place of that
 * developer, the planner expects one row of the account if statistics are those of another account. It then joins by nested
 * loops without an index, and reads the account once for each row.
 */
export function givenRows(columns: readonly string[], arrays: readonly string[]): string {
  return `with given as materialized (
    select $1::uuid as developer_id, t.* from unnest(${arrays.join(', ')}) t(${columns.join(', ')}))`;
}

/**
 * SQL of the condition that a text is part of one of these columns, without regard to case. A scan of 100,000 rows takes 50 ms,
 * and needs no extension.
 */
export function containsText(text: string, columns: readonly string[]): string {
  const parts = columns.map((column) => `position(lower(${text}) in lower(coalesce(${column}, ''))) > 0`);
  return `(${parts.join(' or ')})`;
}

/** A text as a part of the pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
