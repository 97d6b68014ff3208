import { expect, test } from 'vitest';
import { Rendered, RenderedPage } from './rendered.ts';

test('a value and its text say the same, whichever came first', () => {
  expect(new Rendered<{ a: number }>('{"a":1}').value).toEqual({ a: 1 });
  const value = { text: 'a "quoted" text', none: null };
  expect(JSON.parse(Rendered.of(value).text)).toEqual(value);
  expect(Rendered.of(value).value).toBe(value);
});

test.each([
  [true, 'cursor of 1'],
  [false, null],
])('where more rows follow is %s, the next cursor is %s', (hasMore, nextCursor) => {
  const page = new RenderedPage<string>({
    items: new Rendered('["a","b"]'),
    length: 2,
    hasMore,
    cursorAt: (index) => `cursor of ${index}`,
  });
  expect(page.value).toEqual({ items: ['a', 'b'], nextCursor });
  expect(JSON.parse(page.text)).toEqual(page.value);
});
