import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretSearch } from './search.ts';

/** Few letters, so that secrets share prefixes, overlap and nearly match. */
const letters = (length: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\u00ff'), ...length });

test('the search finds what indexOf finds', () => {
  const secrets = fc.uniqueArray(letters({ minLength: 12, maxLength: 16 }), { minLength: 1, maxLength: 30 });
  const text = letters({ minLength: 0, maxLength: 300 });
  const property = fc.property(secrets, text, fc.gen(), (all, around, gen) => {
    const whole = around + gen(fc.constantFrom, ...all) + around;
    const found: string[] = [];
    const bytes = Buffer.from(whole, 'latin1');
    new SecretSearch(all).in(bytes, bytes.length, ({ secret, position }) =>
      found.push(`${position} ${secret}`),
    );
    expect(found.toSorted()).toEqual(all.flatMap((secret) => placesOf(secret, whole)).toSorted());
  });
  fc.assert(property);
});

test('the search finds one of a hundred thousand secrets, and leaves matches that begin behind the end to the next piece', () => {
  const many = Array.from(
    { length: 100_000 },
    (_, i) => `order-000000-${i}-${randomBytes(8).toString('hex')}`,
  );
  const search = new SecretSearch(many);
  const [secret = ''] = many.slice(77_777);
  const text = Buffer.from(`${randomBytes(5_000).toString('hex')}${secret}${'order-000000-'.repeat(500)}`);
  const hits = (end: number) => {
    const found: unknown[] = [];
    search.in(text, end, (hit) => found.push(hit));
    return found;
  };
  expect(hits(text.length)).toEqual([{ secret, position: 10_000 }]);
  expect(hits(10_001)).toEqual([{ secret, position: 10_000 }]);
  expect(hits(10_000)).toEqual([]);
});

function placesOf(secret: string, text: string): string[] {
  const places = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
    places.push(`${at} ${secret}`);
  return places;
}
