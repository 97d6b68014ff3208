import { toUnits } from '../load/exact-decimal.ts';
import { kindsOf } from './oracle-groups.ts';
import { type Sums, toSums } from './oracle-measures.ts';
import type { Measure } from './question.ts';

/** A record with its kind, as a list of the records behind a number has it. */
export type Behind = { kind: string; record: { id: string } & Record<string, unknown> };

/** Fields of a record that count, by kind: of its time and of its amount. */
const fields: Record<string, { time: string; amount?: string }> = {
  revenues: { time: 'recordedAt', amount: 'amount' },
  outcomes: { time: 'generatedAt', amount: 'value' },
  goals: { time: 'achievedAt' },
  events: { time: 'occurredAt', amount: 'cost' },
};

export function timeOf({ kind, record }: Behind): string {
  return String(record[fields[kind]?.time ?? '']);
}

const tokenFields = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const;

/** Adds up records field by field, as a reader of the list would: exactly, without the database. */
export function sumsOf(records: readonly Behind[]): Sums {
  const sums = toSums(new Proxy({}, { get: () => '0' }));
  for (const { kind, record } of records) {
    const units = (field: string | undefined) =>
      typeof record[field ?? ''] === 'string' ? toUnits(String(record[field ?? ''])) : 0n;
    const count = (field: string) => BigInt(Number(record[field] ?? 0));
    const amount = units(fields[kind]?.amount);
    if (kind === 'revenues') {
      const isRefund = !isOriginal(record);
      sums.revenue += amount;
      sums.grossRevenue += isRefund ? 0n : amount;
      sums.revenueCount += isRefund ? 0n : 1n;
      sums.refunds -= isRefund ? amount : 0n;
      sums.refundCount += isRefund ? 1n : 0n;
    } else if (kind === 'outcomes') {
      sums.value += amount;
      sums.outcomes += 1n;
    } else if (kind === 'goals') {
      sums.goals += 1n;
    } else {
      const tokens = count('inputTokens') + count('outputTokens');
      const hasBoth = record.cost !== null && record.computedCost !== null;
      sums.cost += amount;
      sums.events += 1n;
      for (const field of tokenFields) sums[field] += count(field);
      sums.computedCost += units('computedCost');
      sums.costVariance += hasBoth ? amount - units('computedCost') : 0n;
      sums.unpricedEvents += isUnpriced(record) ? 1n : 0n;
      sums.unpricedTokens += isUnpriced(record) ? tokens : 0n;
      sums.errors += record.isError === true ? 1n : 0n;
      sums.tokenCost += hasTokens(record) ? amount : 0n;
      sums.costedTokens += hasTokens(record) && record.cost !== null ? tokens : 0n;
    }
  }
  return sums;
}

type Fields = Record<string, unknown>;

const hasTokens = ({ inputTokens, outputTokens }: Fields) => inputTokens !== null || outputTokens !== null;
const isOriginal = ({ refundOf }: Fields) => refundOf === null;
const isUnpriced = ({ costSource }: Fields) => costSource === 'unpriced';

/** Measures that leave out some records of a kind. */
const conditions: { [Name in Measure]?: { [kind: string]: (record: Fields) => boolean } } = {
  ...Object.fromEntries(
    (['cost', 'margin', 'roi', 'costPerGoal', 'costShare'] as const).map((name) => [
      name,
      { events: ({ cost }: Fields) => cost !== null },
    ]),
  ),
  ...Object.fromEntries(
    [...tokenFields, 'computedCost' as const].map((name) => [
      name,
      { events: (record: Fields) => record[name] !== null },
    ]),
  ),
  grossRevenue: { revenues: isOriginal },
  revenueCount: { revenues: isOriginal },
  averageRevenue: { revenues: isOriginal },
  refunds: { revenues: (record) => !isOriginal(record) },
  refundCount: { revenues: (record) => !isOriginal(record) },
  costVariance: { events: ({ cost, computedCost }) => cost !== null && computedCost !== null },
  costPerToken: { events: (record) => record.cost !== null && hasTokens(record) },
  unpricedEvents: { events: isUnpriced },
  unpricedTokens: { events: isUnpriced },
  errors: { events: ({ isError }) => isError === true },
};

/** Whether the measure counts the record: a list of all events would add up to their errors, too. */
export function isCounted(measure: Measure, { kind, record }: Behind): boolean {
  return kindsOf[measure].includes(kind) && (conditions[measure]?.[kind]?.(record) ?? true);
}
