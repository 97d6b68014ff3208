import { expect, test } from 'vitest';
import { type PendingRecord, type Written, weightOf } from './pending-record.ts';
import { settleLike } from './replay.ts';

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

function record(
  { claim, naturalClaim }: Partial<Pick<PendingRecord, 'claim' | 'naturalClaim'>>,
  written?: Written,
): PendingRecord {
  const claims = [claim, naturalClaim].flatMap((one) => (one ? [one.keyHash] : []));
  const rest = { id: 'id', values: [], dimensions: [], weight: 1, queuedAt: 0 };
  return { ...rest, claim, naturalClaim, claims, written };
}

const created: Written = { kind: 'created', text: '{}' };
const replayed: Written = { kind: 'replayed', text: '{}' };

test.each([
  ['the same input replays a created original', { claim: key }, record({ claim: key }, created), replayed],
  ['the same input replays a replayed original', { claim: key }, record({ claim: key }, replayed), replayed],
  [
    'other input reuses the idempotency key',
    { claim: other },
    record({ claim: key }, created),
    { kind: 'reused', by: 'idempotency key' },
  ],
  [
    'other input reuses the key of a record',
    { naturalClaim: { ...own, fingerprint: 'other input' } },
    record({ naturalClaim: own }, created),
    { kind: 'reused', by: 'record key' },
  ],
])('%s', (_, claims, original, written) => {
  const like = record(claims);
  expect(settleLike(like, original)).toBe(true);
  expect(like.written).toEqual(written);
});

test.each([
  ['that is not settled', { claim: key }, record({ claim: key })],
  ['that failed', { claim: key }, record({ claim: key }, { kind: 'failed', error: new Error() })],
  [
    'that reused a key itself',
    { claim: key },
    record({ claim: key }, { kind: 'reused', by: 'idempotency key' }),
  ],
  ['with another claim', { claim: key }, record({ claim: own }, created)],
  ['with one claim more', { claim: key }, record({ claim: key, naturalClaim: own }, created)],
])('an original %s tells nothing', (_, claims, original) => {
  const like = record(claims);
  expect(settleLike(like, original)).toBe(false);
  expect(like.written).toBeUndefined();
});
