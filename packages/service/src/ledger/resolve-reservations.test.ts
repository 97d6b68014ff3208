import { expect, test } from 'vitest';
import { type PendingRecord, type Written, weightOf } from './pending-record.ts';
import { settleLike } from './resolve-reservations.ts';

test.each([
  [[], 1],
  [[null, 'x'.repeat(1_600)], 1],
  [['x'.repeat(1_601)], 2],
  [['x'.repeat(800), null, 'y'.repeat(801)], 2],
  [['x'.repeat(16_000)], 10],
])('row %# weighs as much as %#', (values, weight) => {
  expect(weightOf(values)).toBe(weight);
});

const key = { keyHash: 'key', fingerprint: 'input' };
const own = { keyHash: 'own', fingerprint: 'input' };
const other = { keyHash: 'key', fingerprint: 'other input' };

function record({
  reservation,
  naturalReservation,
}: Partial<Pick<PendingRecord, 'reservation' | 'naturalReservation'>>): PendingRecord {
  const keyHashes = [reservation, naturalReservation].flatMap((one) => (one ? [one.keyHash] : []));
  const rest = { id: 'id', values: [], dimensions: [], weight: 1, queuedAt: 0 };
  return { ...rest, reservation, naturalReservation, keyHashes };
}

const created: Written = { kind: 'created', text: '{}' };
const replayed: Written = { kind: 'replayed', text: '{}' };

test.each([
  [
    'the same input replays a created original',
    { reservation: key },
    { reservation: key },
    created,
    replayed,
  ],
  [
    'the same input replays a replayed original',
    { reservation: key },
    { reservation: key },
    replayed,
    replayed,
  ],
  [
    'other input reuses the idempotency key',
    { reservation: other },
    { reservation: key },
    created,
    { kind: 'reused', by: 'idempotency key' },
  ],
  [
    'other input reuses the key of a record',
    { naturalReservation: { ...own, fingerprint: 'other input' } },
    { naturalReservation: own },
    created,
    { kind: 'reused', by: 'record key' },
  ],
])('%s', (_, reservations, original, outcome, written) => {
  expect(settleLike(record(reservations), record(original), outcome)).toEqual(written);
});

type Reservations = Partial<Pick<PendingRecord, 'reservation' | 'naturalReservation'>>;

test.each<[string, Reservations, Reservations, Written]>([
  ['that failed', { reservation: key }, { reservation: key }, { kind: 'failed', error: new Error() }],
  [
    'that reused a key itself',
    { reservation: key },
    { reservation: key },
    { kind: 'reused', by: 'idempotency key' },
  ],
  ['with another reservation', { reservation: key }, { reservation: own }, created],
  ['with one reservation more', { reservation: key }, { reservation: key, naturalReservation: own }, created],
])('an original %s settles no follower', (_, reservations, original, outcome) => {
  expect(settleLike(record(reservations), record(original), outcome)).toBeUndefined();
});
