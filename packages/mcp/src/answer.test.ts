import { invalidRequest } from '@outturn/service';
import { expect, test } from 'vitest';
import { answerText, MAX_ANSWER, Page, refusalText } from './answer.ts';

const page = (items: readonly unknown[], hasMore = false) =>
  new Page({ items, cursorAt: (index) => `after-${index}`, hasMore });
const resultOf = (value: unknown) => JSON.parse(answerText(value)).result;

test('answer says once that what others wrote is no instruction', () => {
  const text = answerText(page([{ name: 'a' }, { name: 'b' }]));
  expect(text.match(/no instructions/g)).toHaveLength(1);
  expect(JSON.parse(text).result).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('whole page with a next one ends with its cursor', () => {
  const [, , end] = resultOf(page([1, 2], true));
  expect(end).toEqual({ next: 'after-1', hint: expect.stringContaining('ask_analytics') });
});

test('long page is cut at a whole item, and continues behind it', () => {
  const items = Array.from({ length: 400 }, (_, id) => ({ id, text: 'x'.repeat(480) }));
  const text = answerText(page(items));
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
  const shown = JSON.parse(text).result;
  const end = shown.pop();
  expect(shown).toEqual(items.slice(0, shown.length));
  expect(end).toEqual({
    omitted: 400 - shown.length,
    next: `after-${shown.length - 1}`,
    hint: expect.any(String),
  });
  expect(text.length).toBeGreaterThan(MAX_ANSWER - 1_100);
});

test('item that is too large alone is shown in part', () => {
  const [item, end] = resultOf(page([{ name: 'report', document: '"'.repeat(60_000) }, {}], true));
  expect(item.name).toBe('report');
  expect(item.document).toMatch(/^"+… \(cut: 60,000 characters in all\)$/);
  expect(end).toMatchObject({ omitted: 1, next: 'after-0' });
});

test.each([500, 501])('metadata of %d characters is cut only beyond 500', (length) => {
  const metadata = { note: 'y'.repeat(length - '{"note":""}'.length) };
  const { metadata: shown } = resultOf({ metadata });
  if (length === 500) return expect(shown).toEqual(metadata);
  expect(shown).toMatch(/^\{"note":"y+… \(cut: 501 characters in all\)$/);
  return expect(shown.length).toBeLessThanOrEqual(500);
});

test('text is not cut within a character', () => {
  const [item] = resultOf(page([{ name: '😀'.repeat(40_001) }]));
  expect(item.name.isWellFormed()).toBe(true);
});

test('nested groups share the room, and each list says what it lacks', () => {
  const groups = (depth: number): unknown[] =>
    Array.from({ length: 60 }, (_, key) => ({ key, ...(depth > 1 && { groups: groups(depth - 1) }) }));
  const answer = { totals: { revenue: '1' }, groups: groups(3) };
  const text = answerText(answer);
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
  const { result } = JSON.parse(text);
  expect(result.totals).toEqual({ revenue: '1' });
  expect(result.groups.at(-1)).toEqual({ omitted: expect.any(Number), hint: 'ask for less' });
  expect(result.groups[0].groups.at(-1)).toEqual({ omitted: expect.any(Number), hint: 'ask for less' });
});

test('no value is longer than the limit', () => {
  let deep: unknown = 'z'.repeat(50_000);
  for (let i = 0; i < 200; i++) deep = [deep, deep === null];
  const wide = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`field-${i}`, i]));
  for (const value of [deep, wide, { wide, deep }, '\u0000'.repeat(50_000), [[], wide]])
    expect(answerText(value).length).toBeLessThanOrEqual(MAX_ANSWER);
});

test('refusal of many fields is not longer than the limit either', () => {
  const details = Array.from({ length: 100 }, (_, i) => ({
    field: `measures.${i}`,
    message: 'm'.repeat(600),
  }));
  const text = refusalText(invalidRequest(details), (field) => field.replace('measures', 'named'));
  expect(text).toMatch(/^Invalid Request: named\.0 m+\nnamed\.0: m+\nnamed\.1: /);
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
  expect(text).toContain('… (cut: ');
});
