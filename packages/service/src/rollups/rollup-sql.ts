import type { Tenant } from '../database/distribution/distribution.ts';
import { tableWith } from '../database/entity-metadata.ts';
import { agent, columnOfDimension, customer } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { RollupEntity } from './rollup.entity.ts';

/** A row sums one fact, cut and grain: what agent A earned in the quarter of an hour from 10:15. */

/** Codes, in minutes; quarters divide every zone's offset. */
export const grains = { quarter: 15, day: 1440 } as const;

/** Codes of the dimension that `key` identifies. */
export const cuts = { whole: 0, agent: 1, customer: 2 } as const;

export type Cut = keyof typeof cuts;

/** Stands for null in the primary key. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Columns of the primary key, in order. */
export const rollupKey = ['cut', 'fact', 'grain', 'bucket', 'key'];

export const rollups = tableWith(RollupEntity, `developer_id, ${rollupKey.join(', ')}, total, count`);

/** `source` is a table or subquery of the kind. */
export function factsOf(kind: RecordKind, source: string): string {
  const [fact] = kind.facts;
  const idOf = (table: string) => columnOfDimension(kind, table) ?? 'null::uuid';
  return `select developer_id, ${fact}::smallint as fact, ${kind.time.column} as time, ${idOf(agent.table)} as agent_id, ${idOf(customer.table)} as customer_id, ${amountSql(kind.amount)} as amount from ${source}`;
}

function amountSql(amount: RecordKind['amount']): string {
  if (!amount) return '0';
  return amount.isNullable ? `coalesce(${amount.column}, 0)` : amount.column;
}

/** Columns that {@link factsOf} reads. */
export function columnsOfFacts(kind: RecordKind): string[] {
  const owners = [agent.table, customer.table].map((table) => columnOfDimension(kind, table));
  const columns = ['developer_id', kind.time.column, ...owners, kind.amount?.column];
  return columns.filter((column) => column !== undefined);
}

/** UTC has no leap seconds; `date_trunc` would look up the zone for each fact. */
const day = (time: string) => `date_bin('1 day', ${time}, 'epoch')`;

/** Coarse rows are summed from the finest. Customers have no quarter-hour rows (decision 003). */
const rollupDefinitions = [
  { cut: 'whole', grain: grains.quarter, from: 'by_agent', bucket: 'bucket', key: `'${NIL_UUID}'::uuid` },
  { cut: 'whole', grain: grains.day, from: 'by_agent', bucket: day('bucket'), key: `'${NIL_UUID}'::uuid` },
  { cut: 'agent', grain: grains.quarter, from: 'by_agent', isSummed: true },
  { cut: 'agent', grain: grains.day, from: 'by_agent', bucket: day('bucket'), key: 'key' },
  { cut: 'customer', grain: grains.day, from: 'by_customer', isSummed: true },
] as const satisfies { cut: Cut; [column: string]: unknown }[];

/** `source` has the columns of {@link factsOf}. */
export function rollupRows(source: string, of: readonly Cut[] = ['whole', 'agent', 'customer']): string {
  const summed = (bucket: string, key: string) =>
    `select fact, ${bucket} as bucket, coalesce(${key}, '${NIL_UUID}') as key, sum(amount) as total, count(*) as count
     from (${source}) facts group by 1, 2, 3`;
  const selects = rollupDefinitions
    .filter(({ cut }) => of.includes(cut))
    .map((row) => {
      const codes = `select ${cuts[row.cut]}::smallint as cut, fact, ${row.grain}::smallint as grain`;
      if ('isSummed' in row) return `${codes}, bucket, key, total, count from ${row.from}`;
      return `${codes}, ${row.bucket} as bucket, ${row.key} as key, sum(total) as total, sum(count)::bigint as count
        from ${row.from} group by 2, 4, 5`;
    });
  return `(with by_agent as (${summed("date_bin('15 minutes', time, 'epoch')", 'agent_id')}),
      by_customer as (${summed(day('time'), 'customer_id')})
    ${selects.join(' union all ')})`;
}

/** For developer `$1`; sorted to prevent deadlocks. */
export function addToRollups(rows: string, tenant: Tenant): string {
  const columns = rollupKey.join(', ');
  return `insert into ${rollups} as x (developer_id, ${columns}, total, count)
    select ${tenant.id('r')}, ${columns}, total, count from ${tenant.table}, (${rows}) r where ${tenant.condition} order by ${columns}
    on conflict (developer_id, ${columns}) do update
      set total = x.total + excluded.total, count = x.count + excluded.count`;
}
