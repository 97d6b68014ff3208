import type { Database } from '../../database/database.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';

/** Whether any developer has recorded anything. */
export async function hasRecords(database: Database, kinds: readonly RecordKind[]): Promise<boolean> {
  const some = kinds.map(({ table }) => `exists (select from ${table})`).join(' or ');
  const [row] = await database.rows('has_records', `select ${some}`, []);
  return row?.[0] === 't';
}
