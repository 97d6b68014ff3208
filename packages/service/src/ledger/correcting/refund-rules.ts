import { fromUnits, toUnits } from '../../base/decimal-units.ts';
import { OutturnError } from '../../base/errors.ts';
import type { RecordKind, Refunds } from '../../kinds/record-kind.ts';
import { type Change, type Located, refusal, type State } from './judge.ts';
import type { PendingRefund } from './pending-refund.ts';

export type RefundableKind = RecordKind & { refunds: Refunds };

export function isRefundable(kind: RecordKind): kind is RefundableKind {
  return kind.refunds !== undefined;
}

/** The record that a refund pays back; null for all others. */
export function originalIdOf(kind: RefundableKind, { values }: Pick<State, 'values'>): string | null {
  return values[kind.columns.findIndex(({ name }) => name === kind.refunds.of)] ?? null;
}

/** In billionths of a USD. */
export function amountOf(kind: RecordKind, state: Pick<State, 'values'>): bigint {
  return toUnits(amountTextOf(kind, state));
}

function amountTextOf(kind: RecordKind, { values }: Pick<State, 'values'>): string {
  return values[kind.columns.findIndex(({ name }) => name === kind.amount?.column)] ?? '0';
}

/** What is active of the refund, in billionths above zero; 0 where it does not count. */
export function paidBack(kind: RecordKind, state: State | null): bigint {
  return state ? -amountOf(kind, state) : 0n;
}

/** Throws why the record cannot be refunded at all. */
export function requireRefundable(
  kind: RefundableKind,
  { original: { field } }: PendingRefund,
  found: Located | undefined,
): Located {
  if (!found) throw new OutturnError('Not Found');
  if (found.isVoided) throw refusal(field, 'is voided; restore it first');
  if (originalIdOf(kind, found.row)) throw refusal(field, 'is a refund, which cannot be refunded');
  if (amountOf(kind, found.row) <= 0n)
    throw refusal(field, 'cannot be refunded, because its amount is not above zero');
  return found;
}

/** The refund of an amount in billionths, with its owners and more of what it pays back. */
export function refundState(
  kind: RefundableKind,
  { id, amount: sent, recordedAt, description, key }: PendingRefund,
  { row }: Located,
  amount: bigint,
): Omit<State, 'createdAt'> {
  const own: Record<string, string | null> = {
    [kind.amount?.column ?? '']: fromUnits(-amount, sent ?? amountTextOf(kind, row)),
    [kind.time.column]: recordedAt,
    [kind.refunds.of]: row.id,
    description,
    key,
  };
  const values = kind.columns.map(({ name }) => own[name] ?? null);
  return withCopied(kind, { id, values }, row);
}

/** The refund as it is restored, since what it pays back may have changed meanwhile. */
export function withCopied<Refund extends Pick<State, 'values'>>(
  kind: RefundableKind,
  refund: Refund,
  original: Pick<State, 'values' | 'dimensions'>,
): Refund & Pick<State, 'values' | 'dimensions'> {
  const copied = copiedColumns(kind);
  const values = kind.columns.map(
    ({ name }, i) => (copied.includes(name) ? original.values[i] : refund.values[i]) ?? null,
  );
  return { ...refund, values, dimensions: original.dimensions };
}

/** Throws why a record with active refunds, in billionths, cannot be corrected so. */
export function checkOriginal(kind: RefundableKind, { before, after }: Change, refunded: bigint): void {
  if (refunded === 0n || !before) return;
  if (!after)
    throw refusal(
      'action',
      `cannot be "void", because ${fromUnits(refunded)} are refunded; void the refunds first`,
    );
  if (amountOf(kind, after) < refunded)
    throw refusal('changes.amount', `cannot be below ${fromUnits(refunded)}, which are refunded`);
  const refuse = (field: string) => {
    throw refusal(
      `changes.${field}`,
      'cannot be changed while the record has refunds; void them, amend the record, and restore them',
    );
  };
  for (const [i, { field }] of kind.dimensions.entries())
    if (before.dimensions[i]?.id !== after.dimensions[i]?.id) refuse(`${field}Key`);
  for (const field of kind.refunds.copied) {
    const i = kind.columns.findIndex(({ name }) => name === kind.columnNames[field]);
    if (before.values[i] !== after.values[i]) refuse(field);
  }
}

/** Throws why the fields of a refund cannot be corrected so, whatever remains to be refunded. */
export function checkRefund(kind: RefundableKind, { after }: Change, changed: readonly string[]): void {
  const other = changed.find((field) => !kind.refunds.own.includes(field));
  if (other !== undefined)
    throw refusal(
      `changes.${other}`,
      `cannot be changed of a refund, which has only ${kind.refunds.own.join(', ')} of its own`,
    );
  if (after && amountOf(kind, after) >= 0n)
    throw refusal('changes.amount', 'must be below zero, because the record is a refund');
}

function copiedColumns({ refunds, columnNames }: RefundableKind): string[] {
  return refunds.copied.flatMap((field) => columnNames[field] ?? []);
}
