import type { Database } from '@outturn/service';
import { toUnits } from './exact-decimal.ts';
import { type FactKind, factKinds } from './facts.ts';
import { current } from './rollup-oracle.ts';

/** A stored record. `origin` is what generated an outcome. */
type StoredFact = { kind: FactKind; id: string; units: bigint; origin: 'goal' | 'tool' | undefined };

/** The sum of one cut and grain of the rollups for one kind, over all buckets. */
type RolledUp = { kind: FactKind; cut: string; units: bigint; count: bigint };

/** The stored state of one account. `corrections` are the ids of those that were asked for; `voided` those of records. */
export type Stored = {
  facts: StoredFact[];
  sums: Map<FactKind, bigint>;
  rollups: RolledUp[];
  corrections: string[];
  voided: string[];
};

const amounts = { revenues: 'amount', outcomes: 'value', goals: '0', events: 'coalesce(cost, 0)' };
/** The codes of the rollups' column `fact`. Refunds have one of their own. */
const codes = { revenues: '1, 5', outcomes: '2', goals: '3', events: '4' };

/** Reads the whole state in SQL of its own, independently of the product. */
export async function readStored(database: Pick<Database, 'pool'>, developerId: string): Promise<Stored> {
  const facts: StoredFact[] = [];
  const sums = new Map<FactKind, bigint>();
  const rollups: RolledUp[] = [];
  for (const kind of factKinds) {
    const origin =
      kind === 'outcomes'
        ? `case when goal_id is not null then 'goal' when tool_id is not null then 'tool' end`
        : 'null';
    const rows = await select(
      database,
      `select id, ${amounts[kind]}, ${origin} from ${kind} where developer_id = '${developerId}'`,
    );
    for (const [id, amount, origin] of rows) {
      const from = origin === 'goal' || origin === 'tool' ? origin : undefined;
      facts.push({ kind, id: id ?? '', units: toUnits(amount ?? ''), origin: from });
    }
    const [sum] = await select(
      database,
      `select coalesce(sum(${amounts[kind]}), 0) from ${kind} where developer_id = '${developerId}'`,
    );
    sums.set(kind, toUnits(sum?.[0] ?? ''));
    const sides = await select(
      database,
      `with ${current} select cut || ' per ' || grain || ' minutes', sum(total), sum(count) from current
       where fact in (${codes[kind]}) group by cut, grain order by cut, grain`.replaceAll(
        '$1',
        `'${developerId}'`,
      ),
    );
    for (const [cut, total, count] of sides)
      rollups.push({ kind, cut: cut ?? '', units: toUnits(total ?? ''), count: BigInt(count ?? 0) });
  }
  const idsOf = async (from: string) =>
    (await select(database, `select id from ${from} and developer_id = '${developerId}'`)).map(
      ([id]) => id ?? '',
    );
  const corrections = await idsOf('corrections where cause_id is null');
  // An outcome that a goal or event generated is voided with it.
  const past = factKinds.map((kind) =>
    idsOf(`${kind}_past where is_voided and substr(id::text, 15, 1) = '7'`),
  );
  return { facts, sums, rollups, corrections, voided: (await Promise.all(past)).flat() };
}

async function select(database: Pick<Database, 'pool'>, sql: string): Promise<(string | null)[][]> {
  // Every column as text in PostgreSQL's format, so that no number passes through a float.
  const types = { getTypeParser: () => (value: unknown) => value };
  const query = { text: sql, rowMode: 'array' as const, types };
  return (await database.pool.query<(string | null)[]>(query)).rows;
}
