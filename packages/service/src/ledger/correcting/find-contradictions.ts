import type { Database } from '../../database/database.ts';
import { openUnlimited } from '../../database/unlimited.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';

/** Records of a developer that break a rule. `problem` is said of their number: "3 records are …". */
export type Contradiction = {
  developerId: string;
  table: string;
  records: number;
  exampleId: string;
  problem: string;
};

/**
 * A record is a row of its table or a voided version, never both. The balance of a record is the sum of its active refunds,
 * and never exceeds its amount. One statement for each kind and rule, hence exact during writes.
 */
export async function* findContradictions(
  database: Database,
  kinds: readonly RecordKind[],
): AsyncGenerator<Contradiction> {
  const { session, rows: ask } = await openUnlimited(database);
  try {
    for (const kind of kinds)
      for (const { name, problem, wrong } of rulesOf(kind)) {
        const rows = await ask(
          `${kind.table}_${name}`,
          `select developer_id, count(*), min(id::text) from (${wrong}) wrong group by developer_id order by developer_id`,
          [],
        );
        for (const [developerId, records, exampleId] of rows as [string, string, string][])
          yield { developerId, table: kind.table, records: Number(records), exampleId, problem };
      }
  } finally {
    await session.end();
  }
}

/** `wrong` selects the developer and the id of each record that breaks the rule. */
function rulesOf({ table, past, amount, refunds }: RecordKind) {
  const voided = {
    name: 'contradictions',
    problem: 'count although they are voided',
    wrong: `select p.developer_id, p.id from ${past} p
      join ${table} t on t.developer_id = p.developer_id and t.id = p.id where p.is_voided`,
  };
  if (!refunds || !amount) return [voided];
  const balance = {
    name: 'balances',
    problem: 'have refunds of another sum than their balance',
    wrong: `select developer_id, id from (
        select developer_id, id, ${refunds.balance} as refunded from ${table} where ${refunds.balance} is not null
        union all select developer_id, ${refunds.of}, ${amount.column} from ${table} where ${refunds.of} is not null) both_sides
      group by developer_id, id having sum(refunded) <> 0`,
  };
  const excess = {
    name: 'excess',
    problem: 'are refunded beyond their amount',
    wrong: `select developer_id, id from ${table} where ${refunds.balance} > ${amount.column}`,
  };
  return [voided, balance, excess];
}
