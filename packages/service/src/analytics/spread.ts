import { customers } from '../catalogue/customers.ts';
import { sessions } from '../catalogue/sessions/sessions.ts';
import { columnOfDimension } from '../kinds/record-dimensions.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { Question } from './choose-source.ts';
import type { Placement } from './levels.ts';
import { quotient } from './measures.ts';
import { keyColumns, recordKeys, windowing } from './row-keys.ts';
import { recordConditions } from './slice-conditions.ts';
import type { StatementDraft } from './statement-draft.ts';

/** SQL of the value of a record `r`, and of the condition on records that have it. */
type SpreadValue = { kind: string; sql: string; isPresent: string; description: string };

export const spreadValues = {
  revenue: {
    kind: 'revenues',
    sql: 'r.amount',
    isPresent: 'true',
    description:
      'Revenue in USD. Refunds are taken off that of a session or customer, and are no records of their own.',
  },
  value: {
    kind: 'outcomes',
    sql: 'r.value',
    isPresent: 'r.value is not null',
    description: 'Value of outcomes in USD.',
  },
  cost: {
    kind: 'events',
    sql: 'r.cost',
    isPresent: 'r.cost is not null',
    description: 'Cost of events in USD.',
  },
  duration: {
    kind: 'events',
    sql: 'r.duration_ms',
    isPresent: 'r.duration_ms is not null',
    description: 'Duration of events, in milliseconds.',
  },
  tokens: {
    kind: 'events',
    sql: '(coalesce(r.input_tokens, 0) + coalesce(r.output_tokens, 0))',
    isPresent: '(r.input_tokens is not null or r.output_tokens is not null)',
    description: 'Input and output tokens of events.',
  },
} as const satisfies Record<string, SpreadValue>;

export const spreadUnits = {
  record: { description: 'Each record alone.' },
  session: {
    table: sessions.table,
    description: 'The sum of each session. Records without a session are left out.',
  },
  customer: {
    table: customers.table,
    description: 'The sum of each customer. Records without a customer are left out.',
  },
} as const satisfies Record<string, { table?: string; description: string }>;

export type Spread = { of: keyof typeof spreadValues; per: keyof typeof spreadUnits };

const percentile = (part: number) => `percentile_disc(${part}) within group (order by value)`;

/** SQL of each figure over rows with a `value`. A percentile is a value that occurs. */
export const spreadFigures = {
  count: { sql: 'count(*)', description: 'How many values there are.' },
  min: { sql: 'min(value)', description: 'The smallest value.' },
  max: { sql: 'max(value)', description: 'The largest value.' },
  average: {
    sql: quotient('sum(value)', 'count(*)'),
    description: 'The mean of the values, rounded to 9 decimals.',
  },
  p50: { sql: percentile(0.5), description: 'The median: half of the values are at most this one.' },
  p90: { sql: percentile(0.9), description: '90 of 100 values are at most this one.' },
  p95: { sql: percentile(0.95), description: '95 of 100 values are at most this one.' },
  p99: { sql: percentile(0.99), description: '99 of 100 values are at most this one.' },
} as const satisfies Record<string, { sql: string; description: string }>;

export type SpreadFigure = keyof typeof spreadFigures;

export const spreadFigureNames = Object.keys(spreadFigures) as [SpreadFigure, ...SpreadFigure[]];

/** SQL of rows (…columns of the placement, value): one for each record, session or customer of a group. */
export function spreadRows(
  { edges, path, where, registry }: Question,
  { of, per }: Spread,
  place: Placement,
  draft: StatementDraft,
): string {
  const { kind: kindName, sql, isPresent }: SpreadValue = spreadValues[of];
  const kind = registry.of(kindName);
  const conditions = recordConditions(kind, where, draft) ?? ['false'];
  const { keys, joins } = recordKeys(kind, path, draft);
  const unit = unitSql(kind, per);
  const time = `r.${kind.time.column}`;
  const all = [
    'r.developer_id = $1',
    windowing(edges, draft)(time),
    isPresent,
    ...(unit === undefined ? originalsOf(kind) : [`${unit} is not null`]),
    ...conditions,
  ];
  const columns = [
    ...keyColumns(keys),
    `${sql}::numeric as value`,
    ...(unit === undefined ? [] : [`${unit} as unit`]),
  ];
  const rows = `select ${columns.join(', ')} from ${kind.table} r ${joins} where ${all.join(' and ')}`;
  const placed = place.columns.map(({ sql: column, name }) => `${column} as ${name}`);
  if (unit === undefined) return `select ${[...placed, 'value'].join(', ')} from (${rows}) r ${place.joins}`;
  const names = place.columns.map(({ name }) => name);
  return `select ${[...names, 'sum(value) as value'].join(', ')}
    from (select ${[...placed, 'value', 'unit'].join(', ')} from (${rows}) r ${place.joins}) u
    group by ${[...names, 'unit'].join(', ')}`;
}

/** The id of what a value is the sum of; undefined for a record alone. */
function unitSql(kind: RecordKind, per: Spread['per']): string | undefined {
  const { table }: { table?: string; description: string } = spreadUnits[per];
  if (table === undefined) return undefined;
  const column = columnOfDimension(kind, table);
  return column === undefined ? 'null::uuid' : `r.${column}`;
}

function originalsOf({ refunds }: RecordKind): string[] {
  return refunds ? [`r.${refunds.of} is null`] : [];
}
