import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idBefore, pageById } from './page-by-id.ts';

const list = 'agents';

test('pages of any size go through all rows once, newest first', () => {
  const rows = fc.uniqueArray(fc.uuid(), { maxLength: 50 }).map((ids) => ids.toSorted().reverse());
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 60 }), (ids, limit) => {
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const before = idBefore(list, cursor);
        const rest = ids.filter((id) => before === undefined || id < before);
        // Like statements, one row more than the page.
        const found = rest.slice(0, limit + 1).map((id) => ({ id }));
        const { items, nextCursor } = pageById(found, { list, limit }, ({ id }) => id).value;
        expect(items.length).toBeLessThanOrEqual(limit);
        seen.push(...items);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      expect(seen).toEqual(ids);
    }),
  );
});

test('the first page begins after no id', () => {
  expect(idBefore(list, undefined)).toBeUndefined();
});

test('a cursor inside the page continues after its row', () => {
  const ids = ['3', '2', '1'].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`);
  const page = pageById(
    ids.map((id) => ({ id })),
    { list, limit: 3 },
    ({ id }) => id,
  );
  expect(idBefore(list, page.cursorAt(1))).toBe(ids[1]);
  expect(page.nextCursor).toBeNull();
});
