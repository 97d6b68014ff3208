import { invalidRequest } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { RecordKind } from '../../kinds/record-kind.ts';
import { type Lookups, refuseShownKey } from '../prepare-record.ts';
import { hashIdempotencyKey, hashNaturalKey, type Reservation, recordFingerprint } from '../reservations.ts';

/** Validated input. A refund alone names the record by `id`, one of a batch by one of the other two. */
export type RefundInput = {
  id?: string | undefined;
  revenueId?: string | null | undefined;
  revenueKey?: string | null | undefined;
  amount?: string | null | undefined;
  recordedAt: string;
  description?: string | null | undefined;
  key?: string | null | undefined;
};

export type PendingRefund = {
  /** Of the refund. */
  readonly id: string;
  /** What it pays back, and the field that says so. */
  readonly original: { field: string } & ({ id: string } | { key: string });
  /** Above zero. Undefined: all that remains. */
  readonly amount: string | undefined;
  readonly recordedAt: string;
  readonly description: string | null;
  readonly key: string | null;
  readonly reservation: Reservation | undefined;
  readonly naturalReservation: Reservation | undefined;
  /** Unix time in milliseconds. */
  readonly queuedAt: number;
};

type RefundingCall = { developerId: string; operationName: string; idempotencyKey: string | undefined };

/** Throws `Invalid Request` for a key that a record shows which has none of its own. */
export async function prepareRefund(
  lookups: Lookups,
  kind: RecordKind,
  input: RefundInput,
  { developerId, operationName, idempotencyKey }: RefundingCall,
): Promise<PendingRefund> {
  const { refusesCorrections } = lookups.database.distribution;
  if (refusesCorrections) throw invalidRequest([{ field: 'recordedAt', message: refusesCorrections }]);
  const { id, revenueId, revenueKey, ...rest } = input;
  const { amount, recordedAt, description, key } = rest;
  if (key != null) await refuseShownKey(lookups, kind, developerId, key);
  // A refund alone and one of a batch are the same request.
  const fingerprint = recordFingerprint(operationName, { ...rest, revenueId: id ?? revenueId, revenueKey });
  return {
    id: newId(),
    original: originalOf(input),
    amount: amount ?? undefined,
    recordedAt,
    description: description ?? null,
    key: key ?? null,
    reservation: idempotencyKey
      ? { keyHash: hashIdempotencyKey(developerId, idempotencyKey), fingerprint }
      : undefined,
    naturalReservation:
      key == null ? undefined : { keyHash: hashNaturalKey(developerId, kind.table, key), fingerprint },
    queuedAt: Date.now(),
  };
}

function originalOf({ id, revenueId, revenueKey }: RefundInput): PendingRefund['original'] {
  if (id !== undefined) return { field: 'id', id };
  if (revenueId != null) return { field: 'revenueId', id: revenueId };
  // The schema demands one of them.
  return { field: 'revenueKey', key: revenueKey as string };
}
