import type { RecordTable } from '../ledger/ledger-kind.ts';
import { tenant } from '../tenant.ts';

/**
 * Rollups are additive sums and counts of facts, kept by the statement that records them. A row is one fact, cut and
 * grain: "what agent A earned in the quarter of an hour from 10:15".
 */
export const facts = { revenues: 1, outcomes: 2, goals: 3, events: 4 } as const satisfies Record<
  RecordTable,
  number
>;

/** Codes of the column `grain`, in minutes: a quarter of an hour divides every zone's offset; a UTC day is coarse. */
export const grains = { quarter: 15, day: 1440 } as const;

/** Codes of the column `cut`, the dimension that `key` is an id of; the whole has none. */
export const cuts = { whole: 0, agent: 1, customer: 2 } as const;

/** The key of records that name no agent or customer. */
export const NO_KEY = '00000000-0000-0000-0000-000000000000';

/** What is summed of each kind of record, and when it counts. */
const measures: Readonly<Record<RecordTable, { amount: string; time: string }>> = {
  revenues: { amount: 'amount', time: 'recorded_at' },
  outcomes: { amount: 'value', time: 'generated_at' },
  goals: { amount: '0', time: 'achieved_at' },
  events: { amount: 'coalesce(cost, 0)', time: 'occurred_at' },
};

/** The column by which a record counts in a bucket. */
export function timeOf(table: RecordTable): string {
  return measures[table].time;
}

/**
 * The whole is few rows, from which most charts are read. Customers have no fine grain: with thousands of them it would hold about as many rows as there are records, so that
 * the edges of a window are read from the records instead. See docs/decisions/003-rollups.md.
 */
const kept = [
  { cut: cuts.whole, grain: grains.quarter, key: 'null::uuid' },
  { cut: cuts.whole, grain: grains.day, key: 'null::uuid' },
  { cut: cuts.agent, grain: grains.quarter, key: 'agent_id' },
  { cut: cuts.agent, grain: grains.day, key: 'agent_id' },
  { cut: cuts.customer, grain: grains.day, key: 'customer_id' },
];

/** The key columns of a rollup row, in the order of the table's primary key. */
export const rollupKey = ['cut', 'fact', 'grain', 'bucket', 'key'];

/** SQL of the rollup rows of some records: `source` is a table or subquery with rows of `table`. Grouped, not ordered. */
export function rollupRows(table: RecordTable, source: string): string {
  const { amount, time } = measures[table];
  const selects = kept.map(
    ({ cut, grain, key }) =>
      `select ${cut}::smallint as cut, ${facts[table]}::smallint as fact, ${grain}::smallint as grain,
        ${bucketOf(grain, time)} as bucket, coalesce(${key}, '${NO_KEY}') as key, ${amount} as amount from ${source}`,
  );
  return `select ${rollupKey.join(', ')}, sum(amount) as total, count(*) as count
    from (${selects.join(' union all ')}) rollup_rows group by ${rollupKey.join(', ')}`;
}

/** Adds rows of {@link rollupRows} of developer `$1` to what is there, in the order of the primary key, so that nobody waits in a circle. */
export function addToRollups(rows: string): string {
  const columns = rollupKey.join(', ');
  return `insert into rollups as x (developer_id, ${columns}, total, count)
    select ${tenant.id}, ${columns}, total, count from ${tenant.table}, (${rows}) r where ${tenant.isMe} order by ${columns}
    on conflict (developer_id, ${columns}) do update
      set total = x.total + excluded.total, count = x.count + excluded.count`;
}

function bucketOf(grain: number, time: string): string {
  return grain === grains.day
    ? `date_trunc('day', ${time}, 'UTC')`
    : `date_bin('15 minutes', ${time}, 'epoch')`;
}
