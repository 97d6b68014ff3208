import type { Tenant } from '../database/distribution/distribution.ts';
import { tableWith } from '../database/entity-metadata.ts';
import { columnOfCut } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { RollupEntity } from './rollup.entity.ts';

/**
 * A row of `rollups` has the sum and the count of one kind of record (`fact`) in one `bucket` of time: a UTC day or a
 * quarter of an hour, as `grain` says. `cut` says whose records they are: those of the whole account, of the agent
 * `key`, or of the customer `key`. For example, one row has the revenue of agent A in the quarter of an hour from
 * 10:15.
 */

/**
 * Codes of `grain`, in minutes. A quarter of an hour divides the offset of every time zone (decision 003 has two old
 * exceptions).
 */
export const grains = { quarterHour: 15, day: 1440 } as const;

/** Codes of `cut`, which says what `key` identifies: nothing (the key is {@link NIL_UUID}), an agent or a customer. */
export const cuts = { whole: 0, agent: 1, customer: 2 } as const;

export type Cut = keyof typeof cuts;

/** Stands in `key` for records without an agent or customer, since a primary key takes no null. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Columns of the primary key, in order. */
export const rollupKey = ['cut', 'fact', 'grain', 'bucket', 'key'];

export const rollups = tableWith(RollupEntity, `developer_id, ${rollupKey.join(', ')}, total, count`);

/**
 * SQL of entries, which have what the rollups need of each record. `source` is a table or subquery of the kind. `fact` is
 * the code of all its records, if one is known.
 */
export function entriesOf(kind: RecordKind, source: string, fact: number | string = factSql(kind)): string {
  const idOf = (cut: 'agent' | 'customer') => columnOfCut(kind, cut) ?? 'null::uuid';
  return `select developer_id, (${fact})::smallint as fact, ${kind.time.column} as time, ${idOf('agent')} as agent_id, ${idOf('customer')} as customer_id, ${amountSql(kind.amount)} as amount, 1 as sign from ${source}`;
}

/** SQL of the fact code of a record, whose columns follow `prefix`. */
export function factSql({ facts, refunds }: RecordKind, prefix = ''): string {
  return refunds
    ? `case when ${prefix}${refunds.of} is null then ${facts[0]} else ${refunds.fact} end`
    : String(facts[0]);
}

function amountSql(amount: RecordKind['amount']): string {
  if (!amount) return '0';
  return amount.isNullable ? `coalesce(${amount.column}, 0)` : amount.column;
}

/** Columns that {@link entriesOf} reads. */
export function columnsOfEntries(kind: RecordKind): string[] {
  const cuts = (['agent', 'customer'] as const).map((cut) => columnOfCut(kind, cut));
  const columns = ['developer_id', kind.time.column, ...cuts, kind.amount?.column];
  return columns.filter((column) => column !== undefined);
}

/** UTC has no leap seconds; `date_trunc` would look up the zone for each record. */
const day = (time: string) => `date_bin('1 day', ${time}, 'epoch')`;

/**
 * The five rows of each record. Only the finest rows of an agent and of a customer are summed from the records, and the
 * others from these. Customers have no rows by quarter of an hour: many customers have about as many of these as
 * records, so they would save nothing (decision 003).
 */
const rollupDefinitions = [
  { cut: 'whole', grain: grains.quarterHour, from: 'by_agent', bucket: 'bucket', key: `'${NIL_UUID}'::uuid` },
  { cut: 'whole', grain: grains.day, from: 'by_agent', bucket: day('bucket'), key: `'${NIL_UUID}'::uuid` },
  { cut: 'agent', grain: grains.quarterHour, from: 'by_agent', isSummed: true },
  { cut: 'agent', grain: grains.day, from: 'by_agent', bucket: day('bucket'), key: 'key' },
  { cut: 'customer', grain: grains.day, from: 'by_customer', isSummed: true },
] as const satisfies { cut: Cut; [column: string]: unknown }[];

/** `source` has the columns of {@link entriesOf}. */
export function rollupRows(source: string, of: readonly Cut[] = ['whole', 'agent', 'customer']): string {
  const summed = (bucket: string, key: string) =>
    `select fact, ${bucket} as bucket, coalesce(${key}, '${NIL_UUID}') as key, sum(amount) as total, sum(sign) as count
     from (${source}) entries group by 1, 2, 3`;
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
