import type { DimensionTable, RecordTable } from './ledger-kind.ts';

/**
 * SQL that selects columns of the one row of developer `$1` with an id, for every row of what it stands in. Bounds and an
 * order lead through the primary key: statistics of a moment in which the developer had nothing make any index that begins
 * with the developer look as good as that, and each look-up would go through all that the developer has.
 */
export function rowById(table: DimensionTable | RecordTable, id: string, columns: string): string {
  return `select ${columns} from ${table} t
    where t.developer_id = $1 and t.id >= ${id} and t.id <= ${id} order by t.id limit 1`;
}
