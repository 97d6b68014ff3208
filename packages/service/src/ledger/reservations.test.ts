import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint, hashIdempotencyKey, hashNaturalKey, recordFingerprint } from './reservations.ts';

/** Named like the fields of a schema. */
const fields = fc.dictionary(fc.stringMatching(/^[a-zA-Z]\w{0,9}$/), fc.jsonValue(), { maxKeys: 8 });
/** The same fields in another order. */
const reversed = (input: object) => Object.fromEntries(Object.entries(input).reverse());
const without = (input: object, absent: unknown) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== absent));

describe('the fingerprint of an input', () => {
  test('is the same in any order of its fields', () => {
    fc.assert(
      fc.property(fields, (input) => {
        expect(fingerprint('a', reversed(input))).toBe(fingerprint('a', input));
        expect(recordFingerprint('a', reversed(input))).toBe(recordFingerprint('a', input));
      }),
    );
  });

  test('differs exactly where RFC 8785 writes it differently', () => {
    fc.assert(
      fc.property(fields, fields, fc.boolean(), (one, drawn, isReversed) => {
        const other = isReversed ? reversed(one) : drawn;
        const isSame = canonicalize(one) === canonicalize(other);
        expect(fingerprint('a', one) === fingerprint('a', other)).toBe(isSame);
      }),
    );
  });

  test('treats an undefined field as an absent one', () => {
    fc.assert(
      fc.property(fields, (input) => {
        expect(fingerprint('a', { ...input, left_out: undefined })).toBe(fingerprint('a', input));
      }),
    );
  });

  test('treats null in a record as an absent field, and null in a command as a value', () => {
    fc.assert(
      fc.property(fields, (input) => {
        const withNull = { ...without(input, null), cleared: null };
        expect(recordFingerprint('a', withNull)).toBe(recordFingerprint('a', without(input, null)));
        expect(fingerprint('a', withNull)).not.toBe(fingerprint('a', without(input, null)));
      }),
    );
  });

  test('distinguishes operations', () => {
    expect(fingerprint('agents.create', { key: 'a' })).not.toBe(fingerprint('tools.create', { key: 'a' }));
    expect(fingerprint('a', {})).not.toBe(fingerprint('b', {}));
  });

  test('is stable between releases, so that a retry may cross an upgrade', () => {
    const input = { amount: '1.50', recordedAt: '2024-01-15T10:30:00.000Z', metadata: { b: 1, a: [null] } };
    expect(fingerprint('revenues.record', input)).toMatchInlineSnapshot(`"996a3f984cc9e199b0dcf22347f73703"`);
    expect(recordFingerprint('revenues.record', input)).toMatchInlineSnapshot(
      `"996a3f984cc9e199b0dcf22347f73703"`,
    );
  });
});

describe('the hash of a key', () => {
  const hashes = [
    hashIdempotencyKey('one', 'key'),
    hashIdempotencyKey('other', 'key'),
    hashIdempotencyKey('one', 'Key'),
    hashNaturalKey('one', 'revenues', 'key'),
    hashNaturalKey('one', 'events', 'key'),
    hashNaturalKey('other', 'revenues', 'key'),
  ];

  test('distinguishes developers, kinds of keys and keys', () => {
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('has 128 bits, and does not contain the key', () => {
    for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}$/);
  });
});
