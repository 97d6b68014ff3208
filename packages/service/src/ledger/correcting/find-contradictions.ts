import type { Database } from '../../database/database.ts';
import { openUnlimited } from '../../database/unlimited.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';

/** Records of a developer that count although they are voided. */
export type Contradiction = { developerId: string; table: string; records: number; exampleId: string };

/**
 * A record is a row of its table or a voided version, never both. One statement for each kind, hence exact during writes.
 */
export async function* findContradictions(
  database: Database,
  kinds: readonly RecordKind[],
): AsyncGenerator<Contradiction> {
  const { session, rows: ask } = await openUnlimited(database);
  try {
    for (const { table, past } of kinds) {
      const rows = await ask(
        `${past}_contradictions`,
        `select p.developer_id, count(*), min(p.id::text) from ${past} p
           join ${table} t on t.developer_id = p.developer_id and t.id = p.id
         where p.is_voided group by p.developer_id order by p.developer_id`,
        [],
      );
      for (const [developerId, records, exampleId] of rows as string[][])
        yield {
          developerId: developerId ?? '',
          table,
          records: Number(records),
          exampleId: exampleId ?? '',
        };
    }
  } finally {
    await session.end();
  }
}
