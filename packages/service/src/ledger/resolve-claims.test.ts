import { expect, test } from 'vitest';
import { type PendingRecord, type Written, weightOf } from './pending-record.ts';
import { settleLike } from './resolve-claims.ts';

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
  claim,
  naturalClaim,
}: Partial<Pick<PendingRecord, 'claim' | 'naturalClaim'>>): PendingRecord {
  const claims = [claim, naturalClaim].flatMap((one) => (one ? [one.keyHash] : []));
  const rest = { id: 'id', values: [], dimensions: [], weight: 1, queuedAt: 0 };
  return { ...rest, claim, naturalClaim, claims };
}

const created: Written = { kind: 'created', text: '{}' };
const replayed: Written = { kind: 'replayed', text: '{}' };

test.each([
  ['the same input replays a created original', { claim: key }, { claim: key }, created, replayed],
  ['the same input replays a replayed original', { claim: key }, { claim: key }, replayed, replayed],
  [
    'other input reuses the idempotency key',
    { claim: other },
    { claim: key },
    created,
    { kind: 'reused', by: 'idempotency key' },
  ],
  [
    'other input reuses the key of a record',
    { naturalClaim: { ...own, fingerprint: 'other input' } },
    { naturalClaim: own },
    created,
    { kind: 'reused', by: 'record key' },
  ],
])('%s', (_, claims, original, outcome, written) => {
  expect(settleLike(record(claims), record(original), outcome)).toEqual(written);
});

type Claims = Partial<Pick<PendingRecord, 'claim' | 'naturalClaim'>>;

test.each<[string, Claims, Claims, Written]>([
  ['that failed', { claim: key }, { claim: key }, { kind: 'failed', error: new Error() }],
  ['that reused a key itself', { claim: key }, { claim: key }, { kind: 'reused', by: 'idempotency key' }],
  ['with another claim', { claim: key }, { claim: own }, created],
  ['with one claim more', { claim: key }, { claim: key, naturalClaim: own }, created],
])('an original %s settles no follower', (_, claims, original, outcome) => {
  expect(settleLike(record(claims), record(original), outcome)).toBeUndefined();
});
