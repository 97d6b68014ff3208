import { expect, test } from 'vitest';
import { OccurrenceCounter } from './occurrence-counter.ts';
import { RowKeys } from './row-keys.ts';

const rows = Array.from({ length: 5_000 }, (_, i) => ({
  amount: String(i % 700),
  agentKey: `ключ ${i % 30}`,
}));

function keysOf(list: readonly Record<string, unknown>[], scope = 'revenues.record'): string[] {
  const keys = new RowKeys(scope);
  return list.map((row) => keys.next(row));
}

test('keys are valid, unique, and the same set in any order of rows and fields', () => {
  const keys = keysOf(rows);
  expect(keys.every((key) => /^[\x21-\x7e]{1,255}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(rows.length);
  const turned = rows.toReversed().map(({ amount, agentKey }) => ({ agentKey, amount }));
  expect(new Set(keysOf(turned))).toEqual(new Set(keys));
});

test('rows that are added leave the keys of the others alone', () => {
  const more = [{ amount: '-1' }, ...rows, ...rows.slice(0, 10)];
  const keys = new Set(keysOf(more));
  expect(new Set(keysOf(rows)).isSubsetOf(keys)).toBe(true);
  expect(keys.size).toBe(more.length);
});

test('the same content has another key in another operation, and nesting counts', () => {
  expect(new Set(keysOf(rows, 'outcomes.record')).isDisjointFrom(new Set(keysOf(rows)))).toBe(true);
  expect(new Set(keysOf([{ m: { a: 1, b: [2, 3] } }, { m: { b: [3, 2], a: 1 } }]).map(contentOf)).size).toBe(
    2,
  );
  expect(new Set(keysOf([{ m: { a: 1, b: [2, 3] } }, { m: { b: [2, 3], a: 1 } }]).map(contentOf)).size).toBe(
    1,
  );
});

test('a row with what no text may hold has a key, with which the API rejects it', () => {
  const keys = keysOf([JSON.parse('{"description":"\\ud800"}'), JSON.parse('{"metadata":{"\\udc00":1}}')]);
  expect(new Set(keys.map(contentOf)).size).toBe(2);
});

test('the counter agrees with a map', () => {
  const counter = new OccurrenceCounter();
  const map = new Map<string, number>();
  const differences = Array.from({ length: 50_000 }, (_, i) => {
    const high = Math.imul(i % 211, 0x9e3779b1) >>> 0;
    const low = Math.imul(i % 97, 0x85ebca6b) >>> 0;
    const count = (map.get(`${high} ${low}`) ?? 0) + 1;
    map.set(`${high} ${low}`, count);
    return counter.next(high, low) - count;
  });
  expect(differences.every((difference) => difference === 0)).toBe(true);
});

function contentOf(key: string): string {
  return key.replace(/-\d+$/, '');
}
