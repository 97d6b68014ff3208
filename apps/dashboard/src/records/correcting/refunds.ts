import { useQuery } from '@tanstack/react-query';
import Big from 'big.js';
import { client, type Inputs, type Outputs } from '../../api/client.ts';
import { type RecordKind, recordKinds, refundedIdOf } from '../../kinds/record-kinds.ts';
import { LARGEST_PAGE, type RecordFields } from '../fetch-records.ts';

// Revenues are the only kind with refunds.
export type Refund = Outputs['revenues']['get'];

export type Refunds = {
  /** The refunds of a record, newest first, with those that are voided. */
  items: readonly Refund[];
  amount: string;
  /** The amount that can still be refunded. */
  remaining: string;
};

/** Whether a record is one that can be paid back, while it is active. */
export function isRefundable(kind: RecordKind, record: RecordFields): boolean {
  return (
    recordKinds[kind].refund !== undefined &&
    refundedIdOf(kind, record) === undefined &&
    Big(amountOf(kind, record)).gt(0)
  );
}

export function useRefunds(kind: RecordKind, record: RecordFields) {
  return useQuery({
    queryKey: ['records', kind, 'refunds', record.id],
    queryFn: () => fetchRefunds(record.id),
    enabled: isRefundable(kind, record),
    select: (items): Refunds => {
      const amount = amountOf(kind, record);
      return { items, amount, remaining: remainingOf(amount, items) };
    },
  });
}

/** Refunds a record. Sent again with the same key, the call answers as it did, and refunds nothing more. */
export async function refundRecord(
  input: Inputs['revenues']['refund'],
  idempotencyKey: string,
): Promise<void> {
  await client.revenues.refund.mutate(input, { context: { idempotencyKey } });
}

async function fetchRefunds(refundOf: string): Promise<Refund[]> {
  const lists = await Promise.all([fetchAll({ refundOf }), fetchAll({ refundOf, status: 'voided' })]);
  return lists.flat().sort((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt));
}

async function fetchAll(filter: NonNullable<Inputs['revenues']['list']>): Promise<Refund[]> {
  const items: Refund[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.revenues.list.query({ ...filter, limit: LARGEST_PAGE, cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

function remainingOf(amount: string, refunds: readonly Refund[]): string {
  const counted = refunds.filter(({ status }) => status === 'active');
  // The amounts of refunds are negative.
  return counted.reduce((left, refund) => left.plus(refund.amount), Big(amount)).toFixed();
}

function amountOf(kind: RecordKind, record: RecordFields): string {
  return String(Reflect.get(record, recordKinds[kind].amount ?? '') ?? '0');
}
