import { expect, test, vi } from 'vitest';
import { Rendered, RenderedPage } from './rendered.ts';

test('a value and its text are equivalent, whichever was made first', () => {
  expect(new Rendered<{ a: number }>('{"a":1}').value).toEqual({ a: 1 });
  const value = { text: 'a "quoted" text', none: null };
  expect(JSON.parse(Rendered.of(value).text)).toEqual(value);
  expect(Rendered.of(value).value).toBe(value);
});

test('a value has no text until it is read, and the same one afterwards', () => {
  const toJSON = vi.fn(() => 'text');
  const rendered = Rendered.of({ toJSON });
  const page = new RenderedPage({
    items: Rendered.of([{ toJSON }]),
    length: 1,
    hasMore: false,
    cursorAt: String,
  });
  expect([rendered.value, page.value.items]).toEqual([{ toJSON }, [{ toJSON }]]);
  expect(toJSON).not.toHaveBeenCalled();
  expect([rendered.text, rendered.text, page.items.text]).toEqual(['"text"', '"text"', '["text"]']);
  expect(toJSON).toHaveBeenCalledTimes(2);
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
